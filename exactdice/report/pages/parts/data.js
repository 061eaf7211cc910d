"use strict";

/** The data that stand in the page under this name; null where there are none. */
function dataOf(name) {
  const block = document.getElementById(name);
  return block ? JSON.parse(block.textContent) : null;
}

/** A new element with attributes and children; texts are only ever texts, never HTML. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** The state of the page that a link carries: the words behind #, as a Map. */
function linkedState() {
  return new Map(new URLSearchParams(location.hash.slice(1)));
}

/** Put the state into the address without a new step back; empty values are left out. */
function linkState(state) {
  const words = new URLSearchParams([...state].filter(([, value]) => value !== ""));
  history.replaceState(null, "", `#${words}`);
}
