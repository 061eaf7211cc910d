"use strict";

/** The states of the game, read from its columns (see pages/game_table.py). A state is its place in
 * them, a player is 0 for MAX and 1 for MIN. */
const [MAX, MIN, BOTH, NOBODY] = [0, 1, 2, 3];
const NAMES = ["MAX", "MIN"];

function readGame(data) {
  const game = { ...data, size: data.value.length, hasMoves: Boolean(data.chances) };
  game.codes = codesOf(game);
  game.placeOfCode = new Map();
  game.codes.forEach((code, place) => game.placeOfCode.set(code, place));
  game.read = new Array(data.numbers.length).fill(null);
  game.heights = data.numbers.map((text) => (text.startsWith(CUT) ? Number(text.slice(1)) : nearby(text)));
  return game;
}

/** The code of each state: its fields with their units, or its place where there are none. */
function codesOf(game) {
  const codes = new Float64Array(game.size);
  if (!game.units.length) return codes.map((_, place) => place);
  game.units.forEach((unit, k) => game.fields[k].column.forEach((number, place) => {
    codes[place] += unit * number;
  }));
  return codes;
}

function codeOf(units, numbers) {
  return units.reduce((sum, unit, k) => sum + unit * numbers[k], 0);
}

/** The state with these numbers of its fields; undefined where there is none. */
function stateWith(game, numbers) {
  if (game.units.length) return game.placeOfCode.get(codeOf(game.units, numbers));
  const place = game.value.findIndex((_, k) => game.fields.every((field, f) => field.column[k] === numbers[f]));
  return place < 0 ? undefined : place;
}

function numbersOf(game, state) {
  return game.fields.map((field) => field.column[state]);
}

/** The number that stands in the data as k, or as -1 - k for its opposite. */
function numberAt(game, k) {
  const place = k < 0 ? -1 - k : k;
  game.read[place] ??= numberOf(game.numbers[place]);
  return k < 0 ? opposite(game.read[place]) : game.read[place];
}

/** What MAX is paid on average from the state. */
function valueOf(game, state) {
  return numberAt(game, game.value[state]);
}

/** A float near it, for drawing alone. */
function heightOf(game, state) {
  const k = game.value[state];
  return k < 0 ? -game.heights[-1 - k] : game.heights[k];
}

function isOver(game, state) {
  return game.menu[state] < 0;
}

/** The numbers of the player's actions. */
function actionsOf(game, state, player) {
  return isOver(game, state) ? [] : game.menus[game.menu[state]][player];
}

/** Who moves, as the library says it: who merely waits, or has one action, does not. */
function moverOf(game, state) {
  if (isOver(game, state)) return NOBODY;
  const [rows, columns] = game.menus[game.menu[state]];
  const waits = (actions) => actions.length === 1 && actions[0] === game.wait;
  if (waits(columns) || (columns.length === 1 && !waits(rows))) return MAX;
  return rows.length === 1 ? MIN : BOTH;
}

/** Whether the player has more than one action, or one that is worth a word. */
function isToAct(game, state, player) {
  const actions = actionsOf(game, state, player);
  return actions.length > 1 || (actions.length === 1 && actions[0] !== game.wait);
}

/** The law of the next state after these actions, [[state, weight], ...]. */
function after(game, state, row, column) {
  const [rows, columns] = game.menus[game.menu[state]];
  const place = rows.indexOf(row) * columns.length + columns.indexOf(column);
  const [steps, weights] = game.changes[game.chances[game.chance[state]][place]];
  const here = game.codes[state];
  return steps.map((step, k) => [game.placeOfCode.get(here + step), BigInt(weights[k])]);
}

/** The law of a player's action, [[action, weight], ...]. */
function actionLaw(game, k) {
  const [actions, weights] = game.actionLaws[k];
  return actions.map((action, place) => [action, BigInt(weights[place])]);
}

/** An optimal law of the player's action. */
function optimalLaw(game, state, player) {
  const mixtures = game.mixtures[state];
  if (mixtures) return actionLaw(game, mixtures[player]);
  const actions = actionsOf(game, state, player);
  return [[actions.length > 1 ? game.bests[game.best[state]][0] : actions[0], 1n]];
}

/** All optimal actions of the one who moves; of those who both choose, all that MAX may draw. */
function optimalActions(game, state, player) {
  if (game.mixtures[state]) return optimalLaw(game, state, player).map(([action]) => action);
  const actions = actionsOf(game, state, player);
  return actions.length > 1 ? game.bests[game.best[state]] : actions;
}

// --- in words ------------------------------------------------------------------------------------

function describeState(game, state) {
  return game.fields.map((field) => `${field.name} ${field.values[field.column[state]]}`).join(", ");
}

/** The state as the game draws it, or its fields: the one place where a page shows a state. */
function stateShown(game, state) {
  const board = game.boards?.[state];
  if (board) return element("pre", { class: "board" }, board);
  const list = element("dl", { class: "state-fields" });
  for (const field of game.fields) {
    const value = field.values[field.column[state]];
    list.append(element("div", {}, element("dt", {}, field.name), element("dd", {}, value)));
  }
  return list;
}

function actionNames(game, actions) {
  return actions.map((action) => game.actions[action]).join(", ");
}

function moverText(game, state) {
  const mover = moverOf(game, state);
  if (mover === NOBODY) return "the game is over";
  if (mover === BOTH) return "MAX and MIN choose at once";
  if (!isToAct(game, state, mover)) return "chance decides";
  return game.solo ? "to choose" : `${NAMES[mover]} to move`;
}
