// The scripts as the widget joins them: one scope, one default export.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const read = (path) => readFileSync(new URL(`../../durak_tutor/${path}`, import.meta.url), "utf8");
const [, line] = read("screen/widget.py").match(/_JOIN: Final = "(.*)"/);
const joined = [read("table/table.js"), read("screen/screen.js"), `const FACES = ${read("table/faces.json")};`, "const OFFLINE = {};", line].join("\n");

test("the joined text is one module that renders", async () => {
  const module = await import(`data:text/javascript,${encodeURIComponent(joined)}`);
  assert.equal(typeof module.default.render, "function");
  assert.equal(module.render, undefined, "anywidget takes a named export of that name for an older widget");
});

test("no script imports anything", () => {
  assert.doesNotMatch(joined, /^\s*import\b|\bimport\(/m);
});

test("no function is longer than forty lines", () => {
  for (const path of ["table/table.js", "screen/screen.js"])
    for (const [, name, body] of read(path).matchAll(/^(?:export )?function (\w+)(.*?^\})/gms))
      assert.ok(body.split("\n").length <= 40, `${path}: ${name}`);
});

test("scripts and styles stay under 70 kB", () => {
  const size = ["table/table.js", "table/table.css", "screen/screen.js", "screen/screen.css"].map(read).join("").length;
  assert.ok(size <= 70_000, `${size} bytes`);
});
