// One scene, as small as it can be: an attack of Ann's that is not beaten yet.
export const card = (id, more = {}) => ({
  id, rank: Number.parseInt(id) || 12, suit: id.at(-1), index: id.slice(0, -1), name: `name of ${id}`, marked: false, dimmed: false, pick: null, ...more,
});

const seat = (name, count, more = {}) => ({
  id: name, name, count, attacks: false, defends: false, turn: false, taking: false, passed: false, out: false, role: "", label: `${name}, ${count} cards`, cards: null, ...more,
});

export const scene = (more = {}) => ({
  lang: "en", deck4: false, you: "You",
  seats: [seat("Ann", 4, { attacks: true, role: "attacks" })],
  self: seat("You", 2, { defends: true, turn: true, role: "beat or take" }),
  trump: { suit: "D", label: "Trump: diamonds" },
  talon: { count: 12, turned: card("7D"), label: "Talon, 12 cards" },
  discard: { count: 8, label: "Discard pile, 8 cards", text: "beaten 8" },
  pairs: [{ attack: card("9C"), defence: null, label: "9 of clubs" }],
  hand: [card("QC"), card("AD")], hand_label: "Your hand, 2 cards", table_label: "On the table",
  places: [{ for: "beat", attack: "9C", text: "beat", label: "Beat the 9 of clubs here" }],
  buttons: [{ action: "take", text: "Take", strong: true }],
  prompt: { html: "Beat it or take." }, notice: null, chooser: null, jump: { Q: ["q", "д"], A: ["a"] }, events: [],
  ...more,
});

// Every description below `root` whose attributes match.
export function find([, attributes, ...children], matches) {
  const below = children.filter(Array.isArray).flatMap((child) => find(child, matches));
  return Object.entries(matches).every(([name, value]) => attributes[name] === value) ? [[attributes, ...children], ...below] : below;
}
