// The card table: a scene becomes a description, the description the page, and a hand on the page a gesture.
//
// A description is plain data, [tag, attributes, ...children]; a child is a description, a text or null. Two attributes
// are not the browser's: `key` says which node stays the same node, `html` is text that Python has already made safe.

/** What the screen needs of a table: how to describe it, how to listen to it, and what is left to do after painting. */
export function table(shapes) {
  const face = faces(shapes);
  return {
    describe: (scene, voice) => describe(scene, face, voice),
    input,
    finish: (root) => {
      drawSigns(root, shapes);
      tabStops(root);
    },
  };
}

// ── Describing: pure, from the scene alone ──

export function describe(scene, face = () => null, { speaks = true } = {}) {
  return ["div", { class: "durak-table", lang: scene.lang, "data-deck4": scene.deck4 },
    ["div", { class: "durak-felt", "data-crowded": scene.pairs.length > 3 },
      ["ul", { key: "seats", class: "durak-seats" }, ...scene.seats.map((one) => seat(one, face))],
      talon(scene, face),
      discard(scene.discard),
      middle(scene, face),
      prompt(scene.prompt, speaks),
      notice(scene.notice, speaks),
      chooser(scene.chooser),
      own(scene.self),
      scene.self && hand(scene, face),
      bar(scene.buttons)]];
}

function seat(one, face) {
  return ["li", { key: one.id, class: "durak-seat", ...roles(one) },
    ...who(one),
    one.cards ? openCards(one.cards, face) : fan(one.count),
    one.out ? null : ["span", { key: "count", class: "durak-count", "aria-hidden": "true" }, String(one.count)]];
}

function own(self) {
  return self && ["div", { key: "self", class: "durak-self", ...roles(self) }, ...who(self)];
}

function roles({ id, attacks, defends, turn, taking, passed, out }) {
  return {
    "data-seat": id, "data-attacks": attacks, "data-defends": defends, "data-turn": turn,
    "data-taking": taking, "data-passed": passed, "data-out": out,
  };
}

function who({ label, name, role }) {
  return [spoken(label), ["span", { class: "durak-who", "aria-hidden": "true" },
    ["b", {}, name], role ? ["span", { class: "durak-role" }, role] : null]];
}

function fan(count) {
  const shown = Math.min(count, 10);
  const apart = 56 / Math.max(shown, 5);
  const turns = Array.from({ length: shown }, (_, place) => (place - (shown - 1) / 2) * apart);
  return ["span", { key: "fan", class: "durak-fan", "aria-hidden": "true" },
    ...turns.map((turn) => ["span", { class: "durak-fanned", style: { "--turn": `${turn}deg` } }, back()])];
}

function openCards(cards, face) {
  return ["span", { key: "open", class: "durak-open" }, ...cards.map((card) => lyingCard(card, "seat", face))];
}

function talon({ talon: pile, trump }, face) {
  const turned = pile?.turned;
  const stock = pile && pile.count > (turned ? 1 : 0);
  return ["div", { key: "talon", class: "durak-talon", "data-empty": !pile },
    pile && spoken(pile.label),
    turned && ["span", { key: "turned", class: "durak-turned" }, lyingCard(turned, "talon", face)],
    stock && ["span", { key: "stock", class: "durak-stock", "aria-hidden": "true" }, back()],
    pile && ["b", { key: "count", "aria-hidden": "true" }, String(pile.count)],
    trump && !turned && trumpSign(trump)];
}

function trumpSign({ suit, label }) {
  const look = { key: "trump", class: "durak-trump durak-sign", "data-suit": suit };
  return ["span", { ...look, role: "img", "aria-label": label, title: label }];
}

function discard(pile) {
  const shown = pile?.count > 0;
  return ["div", { key: "discard", class: "durak-discard", "data-empty": !shown },
    pile && spoken(pile.label),
    shown && ["span", { class: "durak-pile", "aria-hidden": "true" }, back(), pile.count > 2 && back()],
    shown && ["span", { class: "durak-beaten", "aria-hidden": "true" }, pile.text]];
}

function middle({ pairs, places, table_label: label }, face) {
  const toBeat = ({ id }) => places.find((place) => place.for === "beat" && place.attack === id);
  return ["div", { key: "middle", class: "durak-middle" },
    ["ul", { key: "pairs", class: "durak-pairs", "aria-label": label },
      ...pairs.map((one) => pair(one, toBeat(one.attack), face))],
    ...places.filter((place) => place.for !== "beat").map(freePlace)];
}

// The whole pair is the place to drop a beating card on: a large target, and one element that answers to `data-attack`.
function pair({ attack, defence, label }, place, face) {
  const handles = { "data-attack": attack.id, "data-place-for": place && "beat", title: place?.label };
  return ["li", { key: attack.id, class: "durak-pair", ...handles },
    spoken(label),
    lyingCard(attack, "table", face, { mute: true }),
    defence && lyingCard(defence, "table", face, { mute: true }),
    !defence && place && ["span", { key: "slot", class: "durak-slot", "aria-hidden": "true" }, place.text]];
}

function freePlace({ for: use, label, text }) {
  const look = { key: use, class: "durak-slot", title: label, "aria-hidden": "true" };
  return ["div", { ...look, "data-place-for": use }, text];
}

function prompt(said, speaks) {
  const voice = { "data-role": "prompt", "aria-live": speaks ? "polite" : "off" };
  return ["p", { key: "prompt", class: "durak-prompt", ...voice, html: said?.html ?? "" }];
}

// A notice with a new `id` is said again, even in the same words.
function notice(said, speaks) {
  const voice = { "data-role": "notice", "aria-live": speaks ? "assertive" : "off" };
  return ["div", { key: "notice", class: "durak-notice", "data-tone": said?.tone, ...voice },
    ["span", { key: `say ${said?.id ?? ""}`, html: said?.html ?? "" }],
    said?.why && ["details", { key: said.html, open: said.why.open },
      ["summary", {}, said.why.button], ["div", { html: said.why.html }]]];
}

function chooser(asked) {
  if (!asked) return null;
  const look = { key: "chooser", class: "durak-chooser", "data-for": asked.card };
  return ["div", { ...look, role: "group", "aria-label": asked.label },
    ["p", { "aria-hidden": "true" }, asked.label],
    ...asked.choices.map(choiceButton),
    ["button", { key: "close", type: "button", "data-close": true }, asked.close]];
}

function choiceButton({ choice, attack, text }) {
  const handles = { "data-choice": choice, "data-choice-attack": attack };
  return ["button", { key: `${choice} ${attack ?? ""}`, type: "button", ...handles }, text];
}

function hand(scene, face) {
  const { hand: cards, hand_label: label, places } = scene;
  const picks = cards.some(isPick);
  const listbox = cards.length > 0 && !picks;
  const look = { key: "hand", class: "durak-hand", "data-many": cards.length > 6, "data-loose": places.length > 0 };
  const voice = { role: listbox ? "listbox" : "group", "aria-label": label, "aria-orientation": listbox && "horizontal" };
  return ["div", { ...look, ...voice },
    ...cards.map((card) => picks ? lyingCard(card, "hand", face) : option(card, scene, face))];
}

function option(card, { jump = {}, chooser: asked }, face) {
  const rank = card.id.slice(0, -1);
  return cardNode("div", card, "hand", face, {
    role: "option", tabindex: "-1", "aria-label": card.name,
    "aria-selected": String(asked?.card === card.id), "data-jump": jump[rank]?.join(" "),
  });
}

const isPick = ({ pick }) => pick !== null && pick !== undefined;

// A card that can only be seen, or marked when the step asks for that; a mute one is told by what it lies in.
function lyingCard(card, zone, face, { mute = false } = {}) {
  const voice = mute ? { "aria-hidden": "true" } : { role: "img", "aria-label": card.name };
  if (!isPick(card)) return cardNode("span", card, zone, face, voice);
  const state = { "data-pick": card.id, "aria-pressed": String(card.pick), "aria-label": card.name };
  return cardNode("button", card, zone, face, { type: "button", ...state });
}

function cardNode(tag, card, zone, face, more) {
  const marks = { "data-marked": card.marked, "data-dimmed": card.dimmed };
  const handles = { "data-card": card.id, "data-zone": zone };
  return [tag, { key: card.id, class: "durak-card", ...handles, ...marks, ...more }, face(card)];
}

function bar(buttons) {
  return ["div", { key: "bar", class: "durak-bar" }, ...buttons.map(tableButton)];
}

function tableButton({ action, text, strong }) {
  const handles = { "data-action": action, "data-strong": strong };
  return ["button", { key: action, type: "button", class: "durak-button", ...handles }, text];
}

function spoken(text) {
  return ["span", { class: "durak-spoken" }, text];
}

function back() {
  return ["span", { class: "durak-back" }];
}

// ── Drawing a card's face: shapes from faces.json, colours from table.css ──

export function faces(shapes) {
  const drawn = new Map();
  return (card) => {
    const name = `${card.id} ${card.index}`;
    if (!drawn.has(name)) drawn.set(name, cardFace(card, shapes));
    return drawn.get(name);
  };
}

function cardFace({ id, index, suit }, shapes) {
  const { width, height, corner: rx, star, courts } = shapes;
  const rank = id.slice(0, -1);
  const middle = rank in courts ? court(rank, suit, shapes) : pips(rank, suit, shapes);
  const corner = cornerIndex(index, suit, shapes);
  const box = { viewBox: `0 0 ${width} ${height}`, "data-suit": suit, "aria-hidden": "true", focusable: "false" };
  return ["svg", { class: "durak-face", ...box },
    ["rect", { class: "paper", x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx }],
    ...middle, ["g", {}, ...corner], ["g", { transform: halfTurn(shapes) }, ...corner],
    ["path", { class: "star", d: star, transform: `translate(17 ${height - 18}) scale(1.4)` }]];
}

// The two figures of a ten stand on their own, so that no font makes them too wide.
function cornerIndex(index, suit, { index: place, suits }) {
  const wide = place.width / index.length;
  const fit = index.length > 1 ? { textLength: wide, lengthAdjust: "spacingAndGlyphs" } : {};
  const x = (at) => place.x + (at - (index.length - 1) / 2) * wide;
  const look = { y: place.y, "font-size": place.size, ...fit };
  return [...[...index].map((letter, at) => ["text", { x: x(at), ...look }, letter]), sign(suits[suit], ...place.suit)];
}

function pips(rank, suit, { ace, pip, pips: places, suits, width, height }) {
  if (rank === "A") return [sign(suits[suit], width / 2, height / 2, ace)];
  return places[rank].map(([x, y]) => sign(suits[suit], x, y, pip, y > height / 2 ? 180 : 0));
}

function court(rank, suit, shapes) {
  const [x, y, width, height] = shapes.panel;
  const [cx, cy, r, size] = shapes.medal;
  const half = shapes.courts[rank].map(([colour, d]) => ["path", { class: colour, d }]);
  return [["rect", { class: "panel", x, y, width, height, rx: 4 }],
    ["g", {}, ...half], ["g", { transform: halfTurn(shapes) }, ...half],
    ["circle", { class: "medal", cx, cy, r }], sign(shapes.suits[suit], cx, cy, size)];
}

function sign(d, x, y, size, turn = 0) {
  const turned = turn ? ` rotate(${turn})` : "";
  return ["path", { class: "suit", d, transform: `translate(${x} ${y})${turned} scale(${size / 100})` }];
}

function halfTurn({ width, height }) {
  return `rotate(180 ${width / 2} ${height / 2})`;
}

// A sign in a sentence, <span class="durak-sign" data-suit="C">9♣</span>, gets its suit as a path: fonts differ or lack
// it. The letter stays in the text for those who copy it.
function drawSigns(root, { suits }) {
  for (const span of root.querySelectorAll(".durak-sign[data-suit]:not(:has(svg))")) {
    const [, rank, glyph] = span.textContent.match(/^(.*?)([♠♥♦♣]?)$/s);
    const shape = ["path", { d: suits[span.dataset.suit] }];
    const picture = create(["svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, shape], span);
    span.replaceChildren(rank, create(["span", { class: "durak-glyph" }, glyph], span), picture);
  }
}

// ── Painting: the page comes to look like a description, nodes with the same key stay the same nodes ──

const SVG = "http://www.w3.org/2000/svg";
const painted = new WeakMap(); // element → the description that it shows
const keys = new WeakMap(); // node → its key among its siblings

export function paint(root, description, events = []) {
  const before = events.length ? outlook(root) : null;
  update(root, description);
  if (before) move(root, before, events);
}

function update(element, description) {
  const [, old = {}] = painted.get(element) ?? [];
  if (painted.get(element) === description) return;
  const [, attributes, ...children] = description;
  painted.set(element, description);
  for (const name of new Set([...Object.keys(old), ...Object.keys(attributes)]))
    setAttribute(element, name, attributes[name], old[name]);
  if (attributes.html === undefined) setChildren(element, children.filter(Boolean));
}

function setAttribute(element, name, value, old) {
  if (name === "key") return;
  if (name === "style") for (const property in value) element.style.setProperty(property, value[property]);
  else if (name === "checked") element.checked = value; // even the old value: people click before Python answers
  else if (value === old) return;
  else if (name === "html") element.innerHTML = value;
  else if (name === "value") element.value = value;
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

// Old nodes go first and the rest stay in place: a node that is moved in the document loses the focus.
function setChildren(element, children) {
  const named = children.map((child, place) => [keyOf(child, place), child]);
  const wanted = new Map(named);
  for (const node of [...element.childNodes]) if (!wanted.has(keys.get(node))) node.remove();
  const kept = new Map([...element.childNodes].map((node) => [keys.get(node), node]));
  let next = element.firstChild;
  for (const [key, child] of named) {
    const node = kept.get(key) ?? create(child, element);
    if (node === next) next = next.nextSibling;
    else element.insertBefore(node, next);
    keys.set(node, key);
    if (typeof child !== "string") update(node, child);
    else if (node.data !== child) node.data = child;
  }
}

function keyOf(child, place) {
  return typeof child === "string" ? `text ${place}` : `${child[0]} ${child[1].key ?? place}`;
}

function create(description, parent) {
  if (typeof description === "string") return document.createTextNode(description);
  const svg = description[0] === "svg" || parent.namespaceURI === SVG;
  const element = svg ? document.createElementNS(SVG, description[0]) : document.createElement(description[0]);
  update(element, description);
  return element;
}

// ── Moving: what happened since the last picture, shown from where each card was to where it is ──

const LASTS = 240; // ms a card is under way
const LATER = 140; // ms between one event and the next

function outlook(root) {
  const seen = (card) => [card.dataset.card, { box: card.getBoundingClientRect(), picture: card }];
  return new Map([...root.querySelectorAll("[data-card]")].map(seen));
}

function move(root, before, events) {
  const table = root.querySelector(".durak-felt");
  if (!table?.animate || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  events.forEach((event, turn) => {
    for (const way of ways(table, event, before)) travel(table, before, { ...way, delay: turn * LATER });
  });
}

// Each way: a card, where it starts when it was not on the page, and where it ends when it is no longer on it.
function ways(table, { event, seat, card, cards = [] }, before) {
  const mine = seat === table.querySelector(".durak-self")?.dataset.seat;
  const cardsOf = `[data-seat="${CSS.escape(seat ?? "")}"] > :is(.durak-fan, .durak-open)`;
  const home = spot(table, mine ? ".durak-hand" : cardsOf);
  if (event === "played" && card) return [{ card, from: home }];
  if (event === "took") return cards.map((one) => ({ card: one, to: home }));
  if (event === "beaten") return cards.map((one) => ({ card: one, to: spot(table, ".durak-discard") }));
  if (event !== "drew" || !mine) return [];
  return newCards(table, before).map((one) => ({ card: one, from: spot(table, ".durak-talon") }));
}

function newCards(table, before) {
  const held = [...table.querySelectorAll('[data-zone="hand"]')].map((card) => card.dataset.card);
  return held.filter((card) => !before.has(card));
}

function spot(table, selector) {
  return table.querySelector(selector)?.getBoundingClientRect() ?? null;
}

function travel(table, before, { card, from, to, delay }) {
  const was = before.get(card);
  const now = table.querySelector(`[data-card="${card}"]`);
  const start = was?.box ?? from;
  if (now && start) slide(now, start, now.getBoundingClientRect(), delay);
  else if (!now && was && to) ghost(table, was, to, delay);
}

function slide(element, start, end, delay) {
  const way = [{ transform: shift(start, end), zIndex: 5 }, { transform: "none", zIndex: 5 }];
  element.animate(way, { duration: LASTS, delay, easing: "ease-out", fill: "backwards" });
}

function shift(start, end) {
  return `translate(${start.x - end.x}px, ${start.y - end.y}px) scale(${(start.width || end.width) / (end.width || 1)})`;
}

function ghost(table, { box, picture }, to, delay) {
  const home = table.getBoundingClientRect();
  const left = picture.cloneNode(true);
  for (const handle of [...left.getAttributeNames()]) if (handle !== "class") left.removeAttribute(handle);
  left.setAttribute("aria-hidden", "true");
  left.classList.add("durak-ghost");
  Object.assign(left.style, { left: `${box.x - home.x}px`, top: `${box.y - home.y}px`, width: `${box.width}px` });
  table.append(left);
  const away = { transform: `translate(${to.x - box.x}px, ${to.y - box.y}px) scale(0.6)`, opacity: 0 };
  const flight = left.animate([{ opacity: 1 }, away], { duration: LASTS, delay, easing: "ease-in", fill: "both" });
  flight.onfinish = () => left.remove();
}

// ── Listening: click, tap, key and drag on any table under `root`; `act(table, gesture, args)` passes them on ──

export function input(root, act) {
  const tell = (element, gesture, args) => {
    const table = element.closest(".durak-table"); // none, when a new screen took the card from under the pointer
    if (table) act(table, gesture, args);
  };
  const held = dragging(root, tell);
  root.addEventListener("click", (event) => held.isSpent() || clicked(event, tell));
  root.addEventListener("keydown", (event) => typed(event, tell));
  root.addEventListener("focusin", (event) => ownCard(event.target) && stopAt(event.target));
}

const ownCard = (target) => target.closest?.('.durak-table [role="option"]');

function clicked({ target }, tell) {
  const hit = target.closest?.(".durak-table :is([role=option], button)");
  if (!hit) return;
  const { card, pick, choice, choiceAttack: attack, action } = hit.dataset;
  const chosen = hit.closest("[data-for]")?.dataset.for;
  if (pick) tell(hit, "pick", { card: pick });
  else if (card) tell(hit, "card", { card });
  else if (choice) tell(hit, "choose", { card: chosen, choice, ...(attack && { attack }) });
  else if (action) tell(hit, "press", { action });
  else tell(hit, "close", {});
}

function typed(event, tell) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const table = event.target.closest?.(".durak-table");
  if (!table) return;
  const done = closed(event, table, tell) || played(event, tell) || walked(event);
  if (!done) return;
  event.preventDefault();
  event.stopPropagation();
}

function closed({ key }, table, tell) {
  if (key !== "Escape" || !table.querySelector(".durak-chooser")) return false;
  tell(table, "close", {});
  return true;
}

function played({ key, target, repeat }, tell) {
  const card = ownCard(target);
  if (!card || (key !== "Enter" && key !== " ")) return false;
  if (!repeat) tell(card, key === "Enter" ? "card" : "offer", { card: card.dataset.card });
  return true;
}

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

// Arrows, Home and End walk along a row of cards or choices; letters and digits jump to the next card of that rank.
function walked({ key, target }) {
  const row = target.closest(".durak-hand, .durak-chooser");
  const stops = [...(row?.querySelectorAll("[role=option], button") ?? [])];
  const here = stops.indexOf(target.closest("[role=option], button"));
  if (here < 0) return false;
  const named = { Home: stops[0], End: stops.at(-1) }[key];
  const step = key in STEPS && stops[(here + STEPS[key] + stops.length) % stops.length];
  const next = step || named || jumped(key, stops, here);
  next?.focus();
  return Boolean(next);
}

function jumped(key, stops, here) {
  const letter = key.toLowerCase();
  const onward = [...stops.slice(here + 1), ...stops.slice(0, here + 1)];
  return onward.find((stop) => stop.dataset.jump?.split(" ").includes(letter));
}

// One tab stop for the whole hand: the card that last had the focus.
function stopAt(card) {
  for (const other of card.parentNode.children) other.setAttribute("tabindex", other === card ? "0" : "-1");
}

function tabStops(root) {
  for (const hand of root.querySelectorAll('.durak-hand[role="listbox"]'))
    if (!hand.querySelector('[tabindex="0"]')) stopAt(hand.firstElementChild);
}

// ── Dragging and the long press: both begin with a pointer that stays down, both swallow the click at its end ──

const FAR = 8; // px before a press becomes a drag
const LONG = 500; // ms before a touch becomes a question

function dragging(root, tell) {
  let held = null;
  let spent = false; // the press has had its effect: no click, no second question
  const letGo = () => {
    if (held) settle(root, held);
    held = null;
  };
  const ask = (card) => {
    spent = held !== null;
    letGo();
    tell(card, "offer", { card: card.dataset.card });
  };
  root.addEventListener("keydown", () => { spent = false; }, true);
  root.addEventListener("pointerdown", (event) => {
    letGo();
    spent = false;
    held = grasp(event, ask);
  });
  root.addEventListener("pointermove", (event) => {
    if (held?.pointer === event.pointerId && carry(root, held, event)) spent = true;
  });
  root.addEventListener("pointerup", () => {
    const { card, moving } = held ?? {};
    const place = moving && placeUnder(root, card);
    letGo();
    if (place) tell(card, "drop", dropped(card, place));
  });
  root.addEventListener("pointercancel", letGo);
  root.addEventListener("contextmenu", (event) => {
    const card = ownCard(event.target);
    if (!card) return;
    event.preventDefault();
    if (!spent) ask(card);
  });
  return { isSpent: () => spent };
}

function grasp(event, ask) {
  const card = event.button === 0 && event.isPrimary && ownCard(event.target);
  if (!card) return null;
  const timer = event.pointerType === "mouse" ? 0 : setTimeout(() => ask(card), LONG);
  return { card, pointer: event.pointerId, x: event.clientX, y: event.clientY, timer, moving: false };
}

function carry(root, held, { clientX, clientY, pointerId }) {
  const [x, y] = [clientX - held.x, clientY - held.y];
  if (!held.moving && Math.hypot(x, y) < FAR) return false;
  if (!held.moving) held.card.setPointerCapture(pointerId);
  clearTimeout(held.timer);
  held.moving = true;
  held.card.toggleAttribute("data-dragged", true);
  held.card.style.translate = `${x}px ${y}px`;
  light(root, placeUnder(root, held.card));
  return true;
}

function settle(root, { card, timer }) {
  clearTimeout(timer);
  card.style.translate = "";
  card.removeAttribute("data-dragged");
  light(root, null);
}

function light(root, place) {
  for (const other of root.querySelectorAll("[data-place-for]")) other.toggleAttribute("data-lit", other === place);
}

// The place that the card covers most, so that a careless drop counts too.
function placeUnder(root, card) {
  const box = card.firstElementChild.getBoundingClientRect();
  const area = (place) => overlap(box, place.getBoundingClientRect());
  const covered = [...root.querySelectorAll("[data-place-for]")].filter((place) => area(place) > 0);
  return covered.sort((one, other) => area(other) - area(one))[0] ?? null;
}

function overlap(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

function dropped(card, { dataset }) {
  return { card: card.dataset.card, place: dataset.placeFor, ...(dataset.attack && { attack: dataset.attack }) };
}
