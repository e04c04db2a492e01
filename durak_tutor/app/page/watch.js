// What must hold before anything else has arrived: the page's language, and that a page of which a part is missing comes again.
(() => {
  const html = document.documentElement;
  const spoken = ["en", "de", "ru"];
  const wishes = [html.dataset.lang, ...navigator.languages].map((wish) => wish.slice(0, 2).toLowerCase());
  html.lang = wishes.find((wish) => spoken.includes(wish)) ?? "en";
  html.dataset.host ??= "loading"; // then "begun" and "shown", by host.js

  // A reload mends what went wrong by chance; when three in a minute did not, it is left to the person.
  globalThis.durakReload = () => {
    const minute = Date.now() - 60_000;
    const before = JSON.parse(sessionStorage.getItem("durak-reloads") ?? "[]").filter((at) => at > minute);
    if (before.length >= 3) return false;
    sessionStorage.setItem("durak-reloads", JSON.stringify([...before, Date.now()]));
    location.reload();
    return true;
  };

  setTimeout(() => html.dataset.host === "loading" && durakReload(), 5000);
})();
