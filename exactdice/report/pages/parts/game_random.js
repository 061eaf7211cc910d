"use strict";

/** Random whole numbers from a seed, by SplitMix64: the same seed gives the same game. */
const WORD = 1n << 64n;

function generatorFrom(seed) {
  let state = 0n;
  // Any text is a seed: its letters are the digits of a number.
  for (const letter of seed) state = (state * 1000003n + BigInt(letter.codePointAt(0))) % WORD;
  return { state };
}

function nextWord(generator) {
  generator.state = (generator.state + 0x9e3779b97f4a7c15n) % WORD;
  let word = generator.state;
  word = ((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n) % WORD;
  word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) % WORD;
  return word ^ (word >> 31n);
}

/** A whole number from 0 to below the bound, all equally likely. */
function drawBelow(generator, bound) {
  let [range, word] = [WORD, nextWord(generator)];
  while (range < bound) [range, word] = [range * WORD, word * WORD + nextWord(generator)];
  // What lies beyond the last whole multiple of the bound is drawn again.
  return word < range - (range % bound) ? word % bound : drawBelow(generator, bound);
}

/** One of [[thing, weight], ...], each as likely as its exact weight says. */
function drawFrom(generator, law) {
  let left = drawBelow(generator, law.reduce((sum, [, weight]) => sum + weight, 0n));
  for (const [thing, weight] of law) {
    if (left < weight) return thing;
    left -= weight;
  }
  throw new Error("a law without weights");
}
