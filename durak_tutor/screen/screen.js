// The page: draws the screen that Python sends, sends back what people do, and says when nobody answers.
//
// `screen(renderers, offline)` is handed what paints (`paint`) and what draws a card table (`table`), so this file knows
// neither cards nor Jupyter: only blocks, a `model` with send, on and off, and the element it may fill. Sentences come
// from Python; the one for silence comes along in every language (`offline`), because then Python cannot be asked.

const PATIENCE = 3000; // ms without an answer before the page says so
const ON_OUR_PAGE = 2000; // ms between two signs of life
const IN_A_NOTEBOOK = 15000;

export function screen(renderers, offline) {
  return ({ model, el }) => {
    const host = el.durakHost;
    const view = Math.random().toString(36).slice(2);
    const stage = setUp(el, host);
    const wire = new Wire(model, {
      silent: (yes) => showSilence(stage, yes && (offline[stage.root.lang] ?? offline.en)),
      busy: (yes) => stage.root.toggleAttribute("data-busy", yes),
      greeting: () => ({ type: "ready", ...known(host, stage.shown), view }),
      screen: (message, asked) => show(stage, message, asked, renderers, host),
      answer: ({ text }) => say(stage, [document.createTextNode(text)], { seen: true }),
    });
    listen(stage, renderers, (target, block, gesture, args) =>
      wire.gesture(target, () => ({ type: "do", revision: stage.shown.revision, block, gesture, args, view })));
    return wire.open(el, host ? ON_OUR_PAGE : IN_A_NOTEBOOK);
  };
}

// An address that came from Python asks for nothing: Python may be further on by now, and its screen lost on the way.
function known(host, shown) {
  const query = host?.query() ?? "";
  return { query: query === shown?.address ? "" : query, learner: host?.learner() ?? "", lang: host?.lang() ?? "" };
}

function setUp(el, host) {
  const make = (name) => Object.assign(document.createElement("div"), { className: name });
  const [root, spoken, body] = [make("durak"), make("durak-spoken"), make("durak-screen")];
  spoken.setAttribute("aria-live", "assertive");
  root.tabIndex = -1;
  root.lang = host?.lang() || document.documentElement.lang.slice(0, 2);
  root.toggleAttribute("data-page", Boolean(host));
  root.append(body, spoken);
  el.replaceChildren(root);
  return { root, body, spoken, shown: null, banner: null };
}

// ── The wire: what was sent, what is unanswered, and since when ──

class Wire {
  #model; #page;
  #unanswered = new Map(); // id → type; 0 is the greeting
  #queue = []; // gestures made while another one is unanswered
  #last = 0;
  #silent = false;

  constructor(model, page) {
    this.#model = model;
    this.#page = page;
  }

  open(el, beat) {
    const heard = (message) => this.#heard(message);
    const greet = () => this.#greet();
    this.#model.on("msg:custom", heard);
    el.addEventListener("durak-greet", greet); // the person went back, or the connection came back
    this.#greet();
    const heart = setInterval(() => this.#send(++this.#last, { type: "still-there" }), beat);
    return () => {
      clearInterval(heart);
      this.#model.off("msg:custom", heard);
      el.removeEventListener("durak-greet", greet);
    };
  }

  gesture(target, message) {
    if (this.#asked && !this.#silent) this.#queue.push([target, message]);
    else this.#send(++this.#last, message());
  }

  get #asked() {
    return [...this.#unanswered.values()].some((type) => type !== "still-there");
  }

  #greet() {
    this.#send(0, this.#page.greeting());
  }

  #send(id, message) {
    this.#unanswered.set(id, message.type);
    this.#page.busy(this.#asked);
    setTimeout(() => this.#unanswered.has(id) && this.#fall(true), PATIENCE);
    try {
      this.#model.send(id ? { ...message, id } : message);
    } catch {
      this.#fall(true);
    }
  }

  #fall(silent) {
    if (silent) this.#queue.length = 0;
    if (silent !== this.#silent) this.#page.silent(silent);
    this.#silent = silent;
  }

  #heard(message) {
    this.#fall(message.type === "gone");
    if (message.type === "answer") this.#answered(message);
    if (message.type !== "screen") return;
    this.#page.screen(message, this.#asked);
    this.#unanswered.delete(0);
    this.#page.busy(this.#asked);
  }

  // Answers come in order: a gesture that is older than an answered message and still open was lost on the way.
  #answered(message) {
    const mine = this.#unanswered.get(message.id) === "do";
    const lost = [...this.#unanswered].some(([id, type]) => id < message.id && type === "do");
    for (const id of [...this.#unanswered.keys()]) if (id && id <= message.id) this.#unanswered.delete(id);
    this.#page.busy(this.#asked);
    if (mine && message.text) this.#page.answer(message);
    if (lost) this.#greet();
    else if (!this.#asked) this.#next();
  }

  #next() {
    const [target, message] = this.#queue.shift() ?? [];
    if (target?.isConnected) this.#send(++this.#last, message());
    else if (target) this.#next();
  }
}

function showSilence(stage, text) {
  stage.banner?.remove();
  stage.banner = null;
  if (!text) return;
  stage.banner = Object.assign(document.createElement("div"), { className: "durak-stopped", textContent: text });
  stage.banner.dataset.role = "stopped";
  stage.banner.setAttribute("role", "alert");
  stage.root.prepend(stage.banner);
}

// Says something once; it leaves the page again before anybody meets it twice.
function say({ spoken }, nodes, { seen = false } = {}) {
  spoken.replaceChildren(...nodes);
  spoken.toggleAttribute("data-seen", seen);
  setTimeout(() => spoken.contains(nodes[0]) && spoken.replaceChildren(), seen ? 5000 : 1500);
}

// ── Showing a screen ──

function show(stage, screen, asked, { paint, table }, host) {
  const { root, body, shown } = stage;
  const heard = new Set(told(root).map(({ innerHTML }) => innerHTML));
  const before = { focus: focused(root), chooser: chooserOf(root) };
  const context = { table, asked, step: scope(screen) };
  nameRoot(root, screen, shown);
  paint(body, ["div", { class: "durak-screen" }, ...screen.blocks.map((block) => draw(block, context))], happened(screen));
  finish(root, table);
  stage.shown = screen;
  placeFocus(root, before, screen, { asked, moved: shown !== null && scope(shown) !== scope(screen) });
  if (asked && shown) announce(stage, told(root).filter(({ innerHTML }) => !heard.has(innerHTML)));
  host?.show({ address: screen.address, title: screen.title, lang: screen.lang });
}

// A step of a lesson, or a place without steps: as long as it stays the same, what people typed stays too.
const scope = ({ place, data }) => JSON.stringify([place, data]);

function nameRoot(root, screen, shown) {
  root.lang = screen.lang;
  root.dataset.place = screen.place;
  for (const key of Object.keys(shown?.data ?? {})) root.removeAttribute(`data-${key}`);
  for (const [key, value] of Object.entries(screen.data ?? {})) root.setAttribute(`data-${key}`, value);
}

// JupyterLab looks at the focused element itself before it takes a key for the notebook.
function finish(root, table) {
  table.finish(root);
  for (const one of [root, ...root.querySelectorAll("a, button, input, summary, [tabindex]")])
    one.dataset.lmSuppressShortcuts = "true";
}

function every(blocks) {
  return blocks.flatMap((block) => [block, ...every(block.blocks ?? [])]);
}

function happened({ blocks }) {
  return every(blocks).flatMap((block) => block.scene?.events ?? []);
}

// Answers and hints outside the table come to the page together with their text, and most screen readers stay silent
// about that: so what is new among them is also said.
const TOLD = ".durak-note, .durak-prose:is([data-role=hint], [data-role=hint] *, [data-role=feedback] *)";

function told(root) {
  return [...root.querySelectorAll(TOLD)];
}

// On a phone it may stand below what can be seen.
function announce(stage, news) {
  say(stage, news.flatMap(copies));
  news.at(-1)?.scrollIntoView({ block: "nearest" });
}

function copies(part) {
  return [...part.childNodes].map((node) => node.cloneNode(true));
}

// ── Keeping the focus: it stays, or goes to a neighbour, never to nowhere ──

const BUTTONS = "a[href], button, input, summary";
const STOPS = `[role=option], ${BUTTONS}`;

const chooserOf = (root) => root.querySelector(".durak-chooser");

function focused(root) {
  const active = root.getRootNode().activeElement;
  if (!active || !root.contains(active)) return null;
  const asked = active.closest(".durak-chooser")?.dataset.for;
  const element = (asked && root.querySelector(`.durak-hand [data-card="${asked}"]`)) || active;
  const row = element.closest(".durak-hand") ?? element.parentNode;
  return { active, element, row, place: [...row.querySelectorAll(STOPS)].indexOf(element) };
}

function placeFocus(root, before, screen, { asked, moved }) {
  if (asked && moved) root.querySelector(".durak-table")?.scrollIntoView({ block: "nearest" });
  if (asked && moved && turnTo(root, screen.focus)) return;
  if (asked && !before.chooser && chooserOf(root)) chooserOf(root).querySelector("button").focus();
  else restore(root, before.focus, screen);
}

function restore(root, focus, screen) {
  if (!focus || root.getRootNode().activeElement === focus.active) return;
  const { active, element, row, place } = focus;
  const stops = row.isConnected ? [...row.querySelectorAll(STOPS)] : [];
  const heir = [active, element].find((one) => one.isConnected) ?? stops[Math.min(place, stops.length - 1)];
  if (heir) heir.focus();
  else turnTo(root, screen.focus) || turnTo(root, "table") || root.focus();
}

function turnTo(root, where) {
  if (!where) return false;
  const part = { text: "[data-role=text]", table: ".durak-table" }[where] ?? `[data-block="${CSS.escape(where)}"]`;
  const found = root.querySelector(part);
  const stop = found?.matches(`${STOPS}, [tabindex]`) ? found : found?.querySelector(`[tabindex="0"], ${BUTTONS}`);
  stop?.focus({ preventScroll: true });
  stop?.scrollIntoView({ block: "nearest" });
  return Boolean(stop);
}

// ── Drawing: each kind of block is one description ──

function draw(block, context) {
  const [tag, attributes, ...children] = KINDS[block.kind](block, context);
  const handles = { "data-role": block.role, "data-block": block.id, ...dataOf(block) };
  return [tag, { key: block.id, ...handles, ...attributes }, ...children];
}

function dataOf({ data = {} }) {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [`data-${key}`, value]));
}

const KINDS = {
  heading, prose, button, choice, number, toggle, field, progress, datatable, picture, details, group,
  notice: note,
  table: ({ scene }, { table, asked }) => table.describe(scene, { speaks: asked }),
};

function heading({ level, text }) {
  return [`h${level}`, { class: "durak-heading", tabindex: "-1" }, text];
}

function prose({ html, role }) {
  return ["div", { class: "durak-prose", html, tabindex: role === "text" ? "-1" : null }];
}

// A disabled button stays focusable: one that lost the focus would drop it on the floor.
function button({ action, text, note: below, strong, disabled, pressed }) {
  const state = { "aria-disabled": disabled && "true", "aria-pressed": typeof pressed === "boolean" && String(pressed) };
  return ["button", { type: "button", class: "durak-button", "data-action": action, "data-strong": strong, ...state },
    text, below && ["small", {}, below]];
}

function choice({ label, as, options, role, closed }) {
  const languages = as === "languages";
  return ["div", { class: "durak-choice", role: "group", "aria-label": label, "data-role": languages ? "language" : role },
    ...options.map((option) => choiceOption(option, languages ? "data-lang" : "data-option", closed))];
}

function choiceOption({ value, text, lang, pressed }, handle, closed) {
  const state = { [handle]: value, lang, "aria-pressed": String(Boolean(pressed)), "aria-disabled": closed && "true" };
  return ["button", { key: String(value), type: "button", class: "durak-button", ...state }, text];
}

function number({ id, label, value, min, max, live, closed }, { step }) {
  const limits = { min, max, inputmode: "numeric", "data-live": live, readonly: closed };
  return ["label", { class: "durak-field", key: `${id} ${step}` },
    ["span", {}, label], ["input", { type: "number", "data-role": "number", ...limits, value: value ?? "" }]];
}

function field({ id, label, value }, { step }) {
  return ["label", { class: "durak-field", key: `${id} ${step}` },
    ["span", {}, label], ["input", { type: "text", autocomplete: "off", spellcheck: "false", value: value ?? "" }]];
}

function toggle({ label, value }) {
  return ["label", { class: "durak-toggle" },
    ["input", { type: "checkbox", checked: Boolean(value) }], ["span", {}, label]];
}

const SEGMENTS = 24; // more steps than this are drawn as one bar

function progress({ step, steps, text, done = [], role = "progress" }) {
  const handles = { "data-role": role, "data-step": step, "data-steps": steps };
  const values = { "aria-valuemin": 0, "aria-valuemax": steps, "aria-valuenow": step, "aria-valuetext": text };
  const segments = steps > SEGMENTS ? [] : Array.from({ length: steps }, (_, place) =>
    ["i", { "data-done": Boolean(done[place]), "data-now": place + 1 === step }]);
  const look = { class: "durak-segments", "data-bar": steps > SEGMENTS, style: { "--durak-part": step / steps } };
  return ["div", { class: "durak-progress", ...handles, role: "progressbar", "aria-label": text, ...values },
    ["span", look, ...segments], ["small", { "aria-hidden": "true" }, text]];
}

function datatable({ caption, columns, rows }) {
  const align = (place) => figure(rows[0]?.[place]);
  const head = columns.map((column, place) => ["th", { scope: "col", class: align(place) }, String(column)]);
  return ["div", { class: "durak-scroll", role: "region", tabindex: "0", "aria-label": caption },
    ["table", {}, ["caption", {}, caption],
      ["thead", {}, ["tr", {}, ...head]],
      ["tbody", {}, ...rows.map((row) => ["tr", {}, ...row.map(cell)])]]];
}

function cell(value, place) {
  return place === 0 ? ["th", { scope: "row" }, String(value)] : ["td", { class: figure(value) }, String(value)];
}

const figure = (value) => (/^[−+-]?[\d.,]+\s?%?$/.test(value) ? "durak-figure" : null);

function picture({ svg, alt }) {
  return ["div", { class: "durak-picture", role: "img", "aria-label": alt, html: svg }];
}

function details({ summary, blocks, open }, context) {
  return ["details", { class: "durak-box", open },
    ["summary", {}, summary], ...blocks.map((block) => draw(block, context))];
}

const TONES = {
  good: "M4 10.5l4 4 8-9",
  bad: "M5 5l10 10M15 5L5 15",
  hint: "M10 3a5 5 0 0 0-2.5 9.3V14h5v-1.7A5 5 0 0 0 10 3zM8 17h4",
  info: "M10 9v6M10 5v.5",
};

function note({ tone, html }) {
  const picture = ["svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, ["path", { d: TONES[tone] ?? TONES.info }]];
  return ["div", { class: "durak-note", "data-tone": tone }, picture, ["div", { html }]];
}

function group({ area, look, label, blocks }, context) {
  const voice = label ? { role: "group", "aria-label": label } : {};
  return ["div", { class: "durak-group", "data-area": area, "data-look": look, ...voice },
    ...blocks.map((block) => draw(block, context))];
}

// ── Listening: a gesture goes out with the block it was made on ──

function listen({ root }, { table }, act) {
  const from = (target, gesture, args) => act(target, target.closest("[data-block]").dataset.block, gesture, args);
  // The second click of a double click was meant for what was there before the first.
  const late = (event) => event.detail > 1 && root.dataset.busy !== undefined;
  root.addEventListener("click", (event) => late(event) && event.stopPropagation(), true);
  root.addEventListener("click", (event) => pressed(event.target, root, from));
  root.addEventListener("change", ({ target }) => changed(target, from));
  root.addEventListener("keydown", (event) => entered(event, from));
  table.input(root, from);
}

function pressed(target, root, from) {
  const button = target.closest("button");
  if (!button || button.closest(".durak-table") || button.getAttribute("aria-disabled") === "true") return;
  const { action, option, lang } = button.dataset;
  if (action) from(button, "press", action === "submit" ? answer(root) : {});
  else if (option ?? lang) from(button, "choose", { value: option ?? lang });
}

function answer(root) {
  const number = root.querySelector("[data-role=number]")?.valueAsNumber;
  return Number.isInteger(number) ? { number } : {};
}

function changed(input, from) {
  if (input.type === "checkbox") from(input, "toggle", { on: input.checked });
  else if (input.type === "text") from(input, "enter", { text: input.value });
  else if (input.dataset.live !== undefined) enterNumber(input, from);
}

function entered(event, from) {
  const { key, target } = event;
  if (key !== "Enter" || target.type !== "number" || target.readOnly) return;
  event.stopPropagation();
  if (target.dataset.live === undefined) enterNumber(target, from);
}

function enterNumber(input, from) {
  if (Number.isInteger(input.valueAsNumber)) from(input, "number", { number: input.valueAsNumber });
}
