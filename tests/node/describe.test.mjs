// What a scene looks like, without a browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { describe, faces, table } from "../../durak_tutor/table/table.js";
import { card, find, scene } from "./scene.mjs";

const shapes = JSON.parse(readFileSync(new URL("../../durak_tutor/table/faces.json", import.meta.url)));

test("a description is plain data", () => {
  const drawn = table(shapes).describe(scene());
  assert.deepEqual(JSON.parse(JSON.stringify(drawn)), JSON.parse(JSON.stringify(describe(scene(), faces(shapes)))));
});

test("the hand is a listbox of options", () => {
  const [[hand]] = find(describe(scene()), { key: "hand" });
  assert.equal(hand.role, "listbox");
  assert.deepEqual(find(describe(scene()), { role: "option" }).map(([one]) => one["data-card"]), ["QC", "AD"]);
});

test("an option knows the letters that jump to it", () => {
  const [[queen]] = find(describe(scene()), { "data-card": "QC" });
  assert.equal(queen["data-jump"], "q д");
});

test("cards to mark are toggle buttons, wherever they lie", () => {
  const asked = scene({ hand: [card("QC", { pick: true })], talon: { count: 2, turned: card("7D", { pick: false }), label: "Talon" } });
  assert.deepEqual(find(describe(asked), { type: "button" }).filter(([one]) => one["data-pick"]).map(([one]) => [one["data-pick"], one["aria-pressed"], one["data-zone"]]),
    [["7D", "false", "talon"], ["QC", "true", "hand"]]);
});

test("the pair itself is the place to beat its attack", () => {
  const [[pair]] = find(describe(scene()), { "data-attack": "9C" });
  assert.equal(pair["data-place-for"], "beat");
});

test("a beaten attack is no place", () => {
  const beaten = scene({ pairs: [{ attack: card("9C"), defence: card("QC"), label: "beaten" }], places: [] });
  const [[pair]] = find(describe(beaten), { "data-attack": "9C" });
  assert.equal(pair["data-place-for"], undefined);
});

test("only the view that asked speaks", () => {
  const [[quiet]] = find(describe(scene(), undefined, { speaks: false }), { "data-role": "notice" });
  const [[loud]] = find(describe(scene()), { "data-role": "notice" });
  assert.deepEqual([quiet["aria-live"], loud["aria-live"]], ["off", "assertive"]);
});

test("prompt and notice are there even when nothing is said", () => {
  const silent = describe(scene({ prompt: null, notice: null }));
  assert.equal(find(silent, { "data-role": "prompt" }).length, 1);
  assert.equal(find(silent, { "data-role": "notice" }).length, 1);
});

test("roles are attributes of the seat", () => {
  const [[ann]] = find(describe(scene()), { "data-seat": "Ann" });
  assert.deepEqual([ann["data-attacks"], ann["data-defends"]], [true, false]);
});

test("without talon and turned card the trump is still shown", () => {
  const [[sign]] = find(describe(scene({ talon: null })), { class: "durak-trump durak-sign" });
  assert.equal(sign["data-suit"], "D");
});

test("a number has as many pips as it says", () => {
  for (const rank of ["6", "7", "8", "9", "10"])
    assert.equal(find(faces(shapes)(card(`${rank}H`)), { class: "suit" }).length, Number(rank) + 2, rank);
});

test("a face is drawn once", () => {
  const face = faces(shapes);
  assert.equal(face(card("KS")), face(card("KS")));
  assert.notEqual(face(card("KS")), face(card("KS", { index: "К" })));
});
