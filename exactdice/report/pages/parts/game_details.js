"use strict";

/** What is known of a state: its value, all optimal actions, mixtures as bars, what each costs. */
function showState(place, game, state, withChoices) {
  if (state === undefined) {
    place.replaceChildren(element("p", {}, "There is no such state in the game."));
    return;
  }
  const parts = [stateShown(game, state), element("p", {}, capital(moverText(game, state)), ".")];
  parts.push(valueLine(game, state));
  const mover = moverOf(game, state);
  if (mover === BOTH) for (const player of [MAX, MIN]) parts.push(mixtureBars(game, state, player));
  else if (mover !== NOBODY && isToAct(game, state, mover)) parts.push(bestLine(game, state, mover));
  if (withChoices && game.hasMoves) parts.push(...choiceTables(game, state));
  place.replaceChildren(...parts);
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

function valueLine(game, state) {
  const what = isOver(game, state) ? "MAX is paid " : "Value to MAX: ";
  const number = element("span", { class: "number value", ...inFull(valueOf(game, state)) }, said(valueOf(game, state)));
  return element("p", {}, what, number);
}

/** The whole fraction under the pointer, however long, where it is known. */
function inFull(number) {
  return isExact(number) ? { title: fractionText(number.low) } : {};
}

function bestLine(game, state, mover) {
  const best = optimalActions(game, state, mover);
  const what = best.length > 1 ? `Best actions (all ${best.length}): ` : "Best action: ";
  return element("p", {}, what, element("strong", { class: "best" }, actionNames(game, best)));
}

/** An optimal mixture of the player as bars. */
function mixtureBars(game, state, player) {
  const law = optimalLaw(game, state, player);
  const total = law.reduce((sum, [, weight]) => sum + weight, 0n);
  const rows = law.map(([action, weight]) => {
    const chance = exactly(lowest(weight, total));
    const bar = element("div", { class: "bar" });
    bar.style.width = `${100 * drawn(chance)}%`;
    return element(
      "tr", {},
      element("th", { scope: "row" }, game.actions[action]),
      element("td", { class: "bars" }, bar),
      element("td", { class: "number" }, said(chance, 6)),
    );
  });
  const caption = element("caption", {}, `An optimal mixture of ${NAMES[player]}`);
  return element("div", { class: "scrolls" }, element("table", { class: "mixture" }, caption, element("tbody", {}, ...rows)));
}

/** What each action of those who choose is worth and costs. */
function choiceTables(game, state) {
  return [MAX, MIN]
    .filter((player) => actionsOf(game, state, player).length > 1)
    .map((player) => choiceTable(game, state, player));
}

function choiceTable(game, state, player) {
  const rows = choicesAt(game, state, player).map(({ action, worth, cost, isBest }) => element(
    "tr", isBest ? { class: "is-best" } : {},
    element("th", { scope: "row" }, game.actions[action]),
    element("td", { class: "number" }, said(worth, 10)),
    element("td", { class: "number", ...inFull(cost) }, isBest ? "0, best" : said(cost, 10)),
  ));
  const who = game.solo ? "" : ` to ${NAMES[player]}`;
  const head = element("tr", {}, ...["action", `worth${who}`, "costs"].map((text) => element("th", { scope: "col" }, text)));
  const about = moverOf(game, state) === BOTH ? ", the other playing its mixture" : "";
  return element(
    "div", { class: "scrolls", tabindex: "0", role: "group", "aria-label": "What each action costs" },
    element("table", { class: "choices" }, element("caption", {}, `What each action costs${about}`), element("thead", {}, head), element("tbody", {}, ...rows)),
  );
}

/** The state in one sentence, for those who hear the page. */
function spokenState(game, state) {
  if (state === undefined) return "no such state";
  const mover = moverOf(game, state);
  const parts = [describeState(game, state), moverText(game, state)];
  parts.push(`value to MAX ${said(valueOf(game, state), 6)}`);
  if (mover < BOTH && isToAct(game, state, mover)) parts.push(`best ${actionNames(game, optimalActions(game, state, mover))}`);
  return parts.join("; ");
}
