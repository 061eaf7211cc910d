"use strict";

/** Fractions as the library writes them, "-7/12" or "3": their numerator and denominator. */
function fraction(text) {
  const [numerator, denominator = "1"] = text.split("/");
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) };
}

/** The fraction rounded to so many decimals, half to even, from its digits and no float. */
function decimals(text, places) {
  const { numerator, denominator } = fraction(text);
  const size = numerator < 0n ? -numerator : numerator;
  const scaled = size * 10n ** BigInt(places);
  const floor = scaled / denominator, twice = 2n * (scaled % denominator);
  const isUp = twice > denominator || (twice === denominator && floor % 2n === 1n);
  const rounded = isUp ? floor + 1n : floor;
  const digits = rounded.toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const sign = numerator < 0n && rounded > 0n ? "-" : "";
  return places ? `${sign}${whole}.${digits.slice(-places)}` : `${sign}${whole}`;
}

/** The sum, difference or order of fractions, exactly. */
function difference(first, second) {
  const a = fraction(first), b = fraction(second);
  return reduced(
    a.numerator * b.denominator - b.numerator * a.denominator,
    a.denominator * b.denominator,
  );
}

function reduced(numerator, denominator) {
  const common = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, denominator);
  const [above, below] = [numerator / common, denominator / common];
  return below === 1n ? `${above}` : `${above}/${below}`;
}

function greatestCommonDivisor(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

/** A float near the fraction, for drawing alone. */
function nearby(text) {
  const { numerator, denominator } = fraction(text);
  const [above, below] = [Number(numerator), Number(denominator)];
  if (Number.isFinite(above) && Number.isFinite(below)) return above / below;
  return Number(decimals(text, 17));
}
