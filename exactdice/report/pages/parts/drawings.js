"use strict";

const WIDE = 340, TALL = 96, SIDE = 24; // of a drawing, in its own units

function drawn(tag, attributes = {}, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

/** A drawing that is heard as the words said. */
function drawing(said, ...parts) {
  const made = drawn("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": said });
  made.append(...parts);
  return made;
}

/** The fraction as a decimal that is equal to it where a short one is, else to 6 decimals. */
function shortDecimal(text) {
  const { denominator } = fraction(text);
  for (let places = 0; places <= 12; places++) {
    if (10n ** BigInt(places) % denominator === 0n) return decimals(text, places);
  }
  return decimals(text, 6);
}

/** Where the number lies: 0 at the lower end, 1 at the upper one; exact but for the last step. */
function shareOf(text, lower, upper) {
  const above = fraction(difference(text, lower)), wide = fraction(difference(upper, lower));
  return nearby(`${above.numerator * wide.denominator}/${above.denominator * wide.numerator}`);
}

const within = (least, number, most) => Math.min(Math.max(number, least), most);

/** The numbers that print so as a bar, and in it or beside it where the exact value lies. */
function cellDrawing(cell, ends) {
  const shares = ends.map(end => shareOf(end, cell.lower, cell.upper));
  const at = share => WIDE * (0.3 + 0.4 * within(-0.65, share, 1.65));
  const said = `${cell.said}: ${shortDecimal(cell.lower)} to ${shortDecimal(cell.upper)}; ${whereSaid(shares)}`;
  const parts = [
    drawn("line", { x1: 6, y1: 44, x2: WIDE - 6, y2: 44, class: "axis" }),
    drawn("rect", { x: at(0), y: 34, width: at(1) - at(0), height: 20, class: "cell" }),
    drawn("text", { x: at(0), y: 70, "text-anchor": "middle" }, shortDecimal(cell.lower)),
    drawn("text", { x: at(1), y: 70, "text-anchor": "middle" }, shortDecimal(cell.upper)),
    drawn("text", { x: WIDE / 2, y: 90, "text-anchor": "middle", class: "said" }, cell.said),
    ...valueMarks(shares, at),
  ];
  return drawing(said, ...parts);
}

function whereSaid(shares) {
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  if (least > 1) return `the exact value is ${(least - 1).toPrecision(3)} widths above`;
  if (most < 0) return `the exact value is ${(-most).toPrecision(3)} widths below`;
  if (least < 0 || most > 1) return "the exact value may be within or beside it";
  return `the exact value is in it, at ${least.toFixed(3)} of its width`;
}

/** A line where the value lies, a bar for bounds; an arrow where it is far away. */
function valueMarks(shares, at) {
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const middle = at((least + most) / 2);
  const marks = [
    drawn("rect", { x: at(least) - 1, y: 26, width: Math.max(at(most) - at(least), 2), height: 36, class: "value" }),
    drawn("text", { x: within(34, middle, WIDE - 34), y: 18, "text-anchor": "middle", class: "strong" }, "exact"),
  ];
  if (least > 1.65) marks.push(drawn("path", { d: `M${WIDE - 14} 38l10 6l-10 6z`, class: "value" }));
  if (most < -0.65) marks.push(drawn("path", { d: "M14 38l-10 6l10 6z", class: "value" }));
  return marks;
}

// --- estimates ---------------------------------------------------------------------------------

const FEW_GAMES = 60; // whose counts are drawn one by one

/** The law of the mean of so many games, and the means that print as the estimate. */
function lawDrawing(law, cell) {
  const mean = nearby(law.mean), spread = Math.sqrt(nearby(law.variance));
  const lower = cell ? nearby(cell.lower) : mean, upper = cell ? nearby(cell.upper) : mean;
  const least = Math.min(mean - 4 * spread, lower - spread), most = Math.max(mean + 4 * spread, upper + spread);
  const at = number => SIDE + (WIDE - 2 * SIDE) * (number - least) / (most - least);
  const parts = [drawn("line", { x1: 6, y1: 66, x2: WIDE - 6, y2: 66, class: "axis" })];
  parts.push(...(hasBars(law) ? bars(law, at) : [curve(mean, spread, at)]));
  if (cell) {
    const width = Math.max(at(upper) - at(lower), 2);
    parts.push(drawn("rect", { x: at(lower), y: 12, width, height: 54, class: "estimate" }));
    parts.push(drawn("text", { x: within(40, (at(lower) + at(upper)) / 2, WIDE - 40), y: 9, "text-anchor": "middle" }, "estimate"));
  }
  parts.push(drawn("line", { x1: at(mean), y1: 14, x2: at(mean), y2: 70, class: "mean" }));
  const label = decimals(law.mean, 6).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
  parts.push(drawn("text", { x: within(70, at(mean), WIDE - 70), y: 84, "text-anchor": "middle" }, `exact mean ${label}`));
  const z = law.z === null ? "" : `, ${law.z} standard deviations away`;
  return drawing(`the law of the mean of ${law.games} games, and the estimate in it${z}`, ...parts);
}

const hasBars = law => law.outcomes.length === 2 && law.games <= FEW_GAMES
  && law.outcomes.every(([name]) => /^-?\d+(\/\d+)?$/.test(name));

function curve(mean, spread, at) {
  const points = Array.from({ length: 97 }, (_, k) => (k - 48) / 12);
  const place = z => `${at(mean + z * spread).toFixed(2)} ${(66 - 46 * Math.exp(-z * z / 2)).toFixed(2)}`;
  return drawn("path", { d: `M${points.map(place).join("L")}Z`, class: "law" });
}

function bars(law, at) {
  const [[less, ], [more, chance]] = law.outcomes;
  const p = nearby(chance), n = law.games, chances = [Math.pow(1 - p, n)];
  for (let k = 0; k < n; k++) chances.push(chances[k] * (n - k) / (k + 1) * p / (1 - p));
  const highest = Math.max(...chances), first = nearby(less), step = (nearby(more) - first) / n;
  return chances.map((one, k) => drawn("rect", {
    x: at(first + k * step) - 1.5, y: 66 - 46 * one / highest, width: 3, height: 46 * one / highest, class: "law",
  }));
}
