"use strict";

/** The page of a game begins: its data are read, and the panel that the link names is shown. */
(function start() {
  const game = readGame(dataOf("game"));
  const link = linkedState();
  const panels = {
    play: playPanel(game, link),
    strategies: strategiesPanel(game, link),
    laws: lawsPanel(game),
    rules: { draw() {} },
  };
  if (document.getElementById("map")) panels.map = mapPanel(game, link);
  if (document.getElementById("single-state")) {
    panels.map = { draw: () => showState(document.getElementById("single-state"), game, game.start, true) };
  }
  let shown = "";
  const open = makeTabs(document.querySelector("[role=tablist]"), (name) => {
    shown = name;
    link.set("tab", name);
    linkState(link);
    panels[name].draw();
  });
  const openLinked = () => open(link.get("tab")) || open("map");
  openLinked();
  // A link that is put into an open page; what the page itself writes there begins no such event.
  addEventListener("hashchange", () => {
    link.clear();
    for (const [name, value] of linkedState()) link.set(name, value);
    for (const panel of Object.values(panels)) panel.readLink?.();
    openLinked();
  });
  document.getElementById("map-play")?.addEventListener("click", () => {
    open("play");
    panels.play.begin(panels.map.stateOfView());
  });
  performance.mark("interactive");
  // Plots need their library, which comes last: all else can be used before.
  addEventListener("load", () => {
    panels[shown].draw();
    performance.mark("drawn");
  });
})();
