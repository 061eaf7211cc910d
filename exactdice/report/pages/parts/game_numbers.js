"use strict";

/** Exact numbers and numbers that were cut: {low, high}, two fractions of BigInt between which the
 * number lies, the same one where it is exact. */
const CUT = "~";
const SHOWN_PLACES = 30;
const LONGEST_FRACTION = 44;

/** The number that a text of the data means, "3/8" or "~0.1234" with its last digit cut. */
function numberOf(text) {
  if (!text.startsWith(CUT)) return exactly(fraction(text));
  const [whole, digits] = text.slice(1).split(".");
  const denominator = 10n ** BigInt(digits.length);
  const numerator = BigInt(whole + digits);
  return { low: { numerator, denominator }, high: { numerator: numerator + 1n, denominator } };
}

function exactly(one) {
  return { low: one, high: one };
}

const ZERO = exactly({ numerator: 0n, denominator: 1n });

function isExact(number) {
  return number.low === number.high;
}

function opposite(number) {
  const turned = ({ numerator, denominator }) => ({ numerator: -numerator, denominator });
  if (isExact(number)) return exactly(turned(number.low));
  return { low: turned(number.high), high: turned(number.low) };
}

function plus(a, b) {
  return bothEnds(a, b, addFractions);
}

function minus(a, b) {
  return plus(a, opposite(b));
}

/** The number times a fraction that is 0 or more. */
function times(number, { numerator, denominator }) {
  const scaled = (one) => lowest(one.numerator * numerator, one.denominator * denominator);
  return isExact(number)
    ? exactly(scaled(number.low))
    : { low: scaled(number.low), high: scaled(number.high) };
}

function bothEnds(a, b, combined) {
  if (isExact(a) && isExact(b)) return exactly(combined(a.low, b.low));
  return { low: combined(a.low, b.low), high: combined(a.high, b.high) };
}

function addFractions(a, b) {
  if (a.denominator === b.denominator) {
    return { numerator: a.numerator + b.numerator, denominator: a.denominator };
  }
  return lowest(
    a.numerator * b.denominator + b.numerator * a.denominator,
    a.denominator * b.denominator,
  );
}

function lowest(numerator, denominator) {
  const common = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, denominator);
  return { numerator: numerator / common, denominator: denominator / common };
}

/** The number times a whole number that is 0 or more; nothing is cancelled. */
function timesWhole(number, whole) {
  const scaled = ({ numerator, denominator }) => ({ numerator: numerator * whole, denominator });
  return isExact(number)
    ? exactly(scaled(number.low))
    : { low: scaled(number.low), high: scaled(number.high) };
}

/** The mean of numbers with whole weights, [[number, weight], ...]. */
function weightedMean(parts) {
  const total = parts.reduce((sum, [, weight]) => sum + weight, 0n);
  const sum = parts.map(([number, weight]) => timesWhole(number, weight)).reduce(plus);
  return times(sum, { numerator: 1n, denominator: total });
}

// --- as texts ------------------------------------------------------------------------------------

function fractionText({ numerator, denominator }) {
  return reduced(numerator, denominator);
}

/** The fraction where it is known and short, else "". */
function shortFraction(number) {
  if (!isExact(number)) return "";
  const text = fractionText(number.low);
  return text.length <= LONGEST_FRACTION ? text : "";
}

/** Rounded to so many decimals, or to as many of them as are certain, with ~ before what is not the
 * number itself. */
function roundedText(number, places = SHOWN_PLACES) {
  const [low, high] = [number.low, number.high].map(fractionText);
  for (let kept = places; kept >= 0; kept -= 1) {
    const text = decimals(low, kept);
    if (isExact(number) && !/[1-9]/.test(text) && number.low.numerator !== 0n) return tinyText(number.low);
    if (isExact(number) || text === decimals(high, kept)) {
      return difference(low, plainFraction(text)) === "0" && isExact(number) ? text : CUT + text;
    }
  }
  return `between ${decimals(low, 2)} and ${decimals(high, 2)}`;
}

/** A number so small that its decimals would all be 0, with two digits that count: ~1.0e-45. */
function tinyText({ numerator, denominator }) {
  const size = numerator < 0n ? -numerator : numerator;
  let power = String(denominator).length - String(size).length;
  if (size * 10n ** BigInt(power) < denominator) power += 1;
  // In tenths of that power of ten, rounded to the nearest.
  const scaled = (2n * size * 10n ** BigInt(power + 1) + denominator) / (2n * denominator);
  const [digits, shift] = scaled === 100n ? ["10", 1] : [String(scaled), 0];
  return `${CUT}${numerator < 0n ? "-" : ""}${digits[0]}.${digits[1]}e-${power - shift}`;
}

/** Decimals as a fraction: "0.25" is "25/100". */
function plainFraction(text) {
  const [whole, digits = ""] = text.split(".");
  return `${whole}${digits}/${10n ** BigInt(digits.length)}`;
}

/** The number for people: the fraction where it is short, and its decimals. */
function said(number, places = SHOWN_PLACES) {
  const short = shortFraction(number);
  if (short && !short.includes("/")) return short;
  const rounded = roundedText(number, places);
  // Zeros at the end tell something of a rounded number alone.
  const plain = rounded.startsWith(CUT) ? rounded : rounded.replace(/0+$/, "").replace(/\.$/, "");
  if (!short) return plain;
  return rounded.startsWith(CUT) ? `${short} ≈ ${plain.slice(1)}` : `${short} = ${plain}`;
}

/** A float near the number, for drawing alone. */
function drawn(number) {
  return nearby(fractionText(number.low));
}
