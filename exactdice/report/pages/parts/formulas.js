"use strict";

/** Commands of packages that KaTeX does not know. */
const PACKAGES = {
  "\\num": "{#1}", "\\qty": "{#1}\\,{#2}", "\\SI": "{#1}\\,{#2}", "\\percent": "\\%", "\\mbox": "\\text{#1}",
  "\\nicefrac": "{}^{#1}\\!/\\!{}_{#2}", "\\sfrac": "{}^{#1}\\!/\\!{}_{#2}",
};

const LONGEST_TYPESETTING = 2000; // milliseconds, of all formulas
const DEEPEST = 80; // nodes within one another, in the tree that KaTeX reads; a group is two

/** Typeset every formula; one that KaTeX cannot read stays as its source. */
function typesetAll() {
  if (typeof katex === "undefined") return;
  const begun = performance.now();
  let left = 0;
  for (const place of document.querySelectorAll(".formula")) {
    if (performance.now() - begun < LONGEST_TYPESETTING) typeset(place);
    else {
      place.classList.add("untypeset");
      left += 1;
    }
  }
  if (left) sayLeft(left);
}

function sayLeft(count) {
  const note = document.createElement("p");
  note.className = "hint";
  note.textContent = `Typesetting takes long here: ${count} formulas are left as they are written.`;
  document.querySelector("main section").append(note);
}

function typeset(place) {
  const inside = document.createElement("span");
  const settings = {
    displayMode: "display" in place.dataset, throwOnError: true, trust: false, strict: "ignore",
    maxExpand: 300, maxSize: 20, macros: { ...PACKAGES, ...definedFor(place) },
    output: place.dataset.tex ? "html" : "htmlAndMathml",
  };
  if (!sourcesOf(place).some(source => isRendered(source, inside, settings))) {
    place.classList.add("untypeset");
    return;
  }
  place.replaceChildren(inside);
  if (place.dataset.tex) takeNumbers(place);
}

/** What to typeset, the best first: `\mathord` keeps a number's spaces, and is refused in text. */
function sourcesOf(place) {
  const coloured = place.dataset.tex;
  if (!coloured) return [place.textContent];
  const inText = coloured.replaceAll("\\mathord{\\textcolor{#1", "{\\textcolor{#1");
  return [coloured, inText, place.textContent];
}

function isRendered(source, inside, settings) {
  try {
    // Commands that the document defines can nest deeper than its source does.
    const tree = katex.__parse(source, { ...settings, macros: { ...settings.macros } });
    if (isDeeper(tree, DEEPEST)) return false;
    katex.render(source, inside, settings);
    return true;
  } catch {
    return false;
  }
}

/** Whether more nodes than these are within one another. */
function isDeeper(node, most) {
  if (node === null || typeof node !== "object") return false;
  if (most < 0) return true;
  const parts = Array.isArray(node) ? node : Object.entries(node).filter(([name]) => name !== "loc")
    .map(([, part]) => part);
  const left = Array.isArray(node) ? most : most - 1;
  return parts.some(part => isDeeper(part, left));
}

function definedFor(place) {
  const source = place.closest("[data-macros]");
  return source ? JSON.parse(source.dataset.macros) : {};
}

/** Make the numbers in the formula the buttons that stand beside it. */
function takeNumbers(place) {
  for (const hidden of place.querySelectorAll("[aria-hidden]")) hidden.removeAttribute("aria-hidden");
  const beside = place.nextElementSibling;
  for (const button of [...beside.children]) {
    const number = numberOfColour(place, colourOf(Number(button.dataset.finding)));
    if (number) takePlace(number, button);
  }
}

/** The colour that the page gives the number, as browsers write it. */
function colourOf(number) {
  const colour = 0x100000 + number;
  return `rgb(${colour >> 16}, ${(colour >> 8) & 255}, ${colour & 255})`;
}

/** The one element of a formula that holds all of this colour and nothing else; null without it. */
function numberOfColour(place, colour) {
  const parts = [...place.querySelectorAll("[style]")].filter(part => part.style.color === colour);
  if (!parts.length) return null;
  let held = parts[0];
  while (held !== place && !parts.every(part => held.contains(part))) held = held.parentElement;
  while (held.parentElement !== place && held.parentElement.textContent === held.textContent) {
    held = held.parentElement;
  }
  const coloured = new Set(parts.flatMap(part => [part, ...part.querySelectorAll("*")]));
  const isWhole = [...held.querySelectorAll("*")].every(
    part => part.childElementCount || !part.textContent.trim() || coloured.has(part),
  );
  return held !== place && isWhole ? held : null;
}

/** Let the element be the button, and take the button away. */
function takePlace(number, button) {
  for (const part of [number, ...number.querySelectorAll("[style]")]) part.style.color = "";
  const kept = ["id", "data-finding", "aria-haspopup", "aria-label"];
  for (const name of kept) number.setAttribute(name, button.getAttribute(name));
  number.classList.add(...button.classList);
  number.setAttribute("role", "button");
  number.tabIndex = 0;
  number.append(button.querySelector(".sign"));
  button.remove();
}
