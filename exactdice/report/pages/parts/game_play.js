"use strict";

/** A game against a strategy: what is drawn, what each choice cost, a way back. */

/** A new play: who the person is, the other's strategy by its column of laws, a seed. */
function newPlay(game, { start, seat, opponent, seed }) {
  const play = { game, seat, opponent, state: start, generator: generatorFrom(seed), lines: [], choices: [], past: [], isEndless: false };
  goOn(play);
  return play;
}

function isTurnOf(play) {
  return !isOver(play.game, play.state) && isToAct(play.game, play.state, play.seat);
}

const MOST_MOVES_ALONE = 10000;

/** Let the others and chance move until the person is to choose, or the game is over; where that
 * takes too many moves, as against one who never ends the game, play is given up. */
function goOn(play) {
  let moves = 0;
  while (!isOver(play.game, play.state) && !isTurnOf(play)) {
    play.isEndless = moves === MOST_MOVES_ALONE;
    if (play.isEndless) break;
    moveOn(play, onlyAction(play, play.seat));
    moves += 1;
  }
}

function onlyAction(play, player) {
  return actionsOf(play.game, play.state, player)[0];
}

/** One step of play, in which the person plays this action and the other draws its own. */
function moveOn(play, mine) {
  const { game, state, seat, generator } = play;
  const theirs = drawFrom(generator, opponentLaw(play));
  const pair = seat === MAX ? [mine, theirs] : [theirs, mine];
  play.state = drawFrom(generator, after(game, state, ...pair));
  const moves = [MAX, MIN].filter((player) => isToAct(game, state, player));
  const told = moves.map((player) => `${player === seat ? "you play" : `${NAMES[player]} plays`} ${game.actions[pair[player]]}`);
  play.lines.push({ told: told.join(", ") || "chance", then: describeState(game, play.state) });
}

function opponentLaw(play) {
  const { game, state, seat, opponent } = play;
  const other = 1 - seat;
  const law = game.solo ? -1 : game.strategies[other].find(({ name }) => name === opponent).law[state];
  return law < 0 ? [[onlyAction(play, other), 1n]] : actionLaw(game, law);
}

/** The person's action, with what it costs. */
function choose(play, action) {
  const { game, state, seat } = play;
  const { choices, lines } = play;
  play.past.push({ state, action, drawn: play.generator.state, lines: lines.length, choices: choices.length });
  if (actionsOf(game, state, seat).length > 1) {
    const { cost, isBest } = choicesAt(game, state, seat).find((one) => one.action === action);
    choices.push({ state, action, cost, isBest, best: optimalActions(game, state, seat) });
  }
  moveOn(play, action);
  goOn(play);
}

/** Take back the person's last action and all that followed; what was drawn is drawn again. */
function takeBack(play) {
  const before = play.past.pop();
  play.state = before.state;
  play.isEndless = false;
  play.generator.state = before.drawn;
  play.lines.length = before.lines;
  play.choices.length = before.choices;
}

function totalCost(play) {
  return play.choices.map(({ cost }) => cost).reduce(plus, ZERO);
}

const ENDLESS = `The other has moved ${MOST_MOVES_ALONE} times and you are not to choose yet: this game may never end, and stops here.`;

function endingText(play) {
  if (play.isEndless) return ENDLESS;
  const paid = worthTo(valueOf(play.game, play.state), play.seat);
  const amount = said(paid, 6);
  if (play.game.solo) return `The game is over: you are paid ${amount}.`;
  const sign = paid.low.numerator;
  if (sign === 0n) return "The game is over: a draw.";
  return sign > 0n ? `The game is over: you win (${amount}).` : `The game is over: you lose (${amount}).`;
}
