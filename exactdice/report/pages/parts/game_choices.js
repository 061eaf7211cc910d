"use strict";

/** What each action of the player is worth to it when play is optimal from then on, and what it
 * costs against the best one. Where both choose, the other draws from its optimal mixture.
 * [{action, worth, cost, isBest}, ...], exactly or between ends. */
function choicesAt(game, state, player) {
  const best = new Set(optimalActions(game, state, player));
  const value = worthTo(valueOf(game, state), player);
  return actionsOf(game, state, player).map((action) => {
    const isBest = best.has(action);
    const worth = isBest ? value : worthTo(valueAfter(game, state, player, action), player);
    const cost = costOf(value, worth, isBest);
    return { action, worth, cost, isBest: isBest || isZero(cost) };
  });
}

function worthTo(number, player) {
  return player === MIN ? opposite(number) : number;
}

/** 0 for what is optimal; of a cost that is known between ends, none lies below 0. */
function costOf(value, worth, isBest) {
  if (isBest) return ZERO;
  const cost = minus(value, worth);
  return !isExact(cost) && cost.low.numerator < 0n ? { low: ZERO.low, high: cost.high } : cost;
}

function isZero(number) {
  return isExact(number) && number.low.numerator === 0n;
}

/** What MAX is paid on average after the player's action, the other playing optimally. */
function valueAfter(game, state, player, action) {
  const parts = optimalLaw(game, state, 1 - player).map(([reply, weight]) => {
    const pair = player === MAX ? [action, reply] : [reply, action];
    const law = after(game, state, ...pair).map(([next, chance]) => [valueOf(game, next), chance]);
    return [weightedMean(law), weight];
  });
  return weightedMean(parts);
}
