"use strict";

/**
 * A field that offers words to complete what is typed, as the ARIA patterns have it: arrows choose,
 * Enter takes, Escape closes. `offered(before, isAsked)` returns [{insert, name, about, from}] for
 * the text before the caret; `from` is where the word begins that is replaced, `isAsked` whether
 * an arrow asks for words before any letter is typed.
 */
function combobox(input, offered) {
  const list = element("ul", { role: "listbox", id: `${input.id}-choices`, class: "choices", "aria-label": "Completions", hidden: "" });
  const count = element("span", { role: "status", class: "unseen" });
  input.after(list, count);
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false",
    "aria-controls": list.id, "aria-haspopup": "listbox",
  })) input.setAttribute(name, value);
  let choices = [], chosen = -1;

  const choose = (place) => {
    chosen = place;
    [...list.children].forEach((item, k) => item.setAttribute("aria-selected", String(k === place)));
    if (place < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", list.children[place].id);
    list.children[place].scrollIntoView({ block: "nearest" });
  };
  const close = () => {
    choices = [];
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    choose(-1);
    list.replaceChildren();
  };
  const take = (choice) => {
    const before = input.value.slice(0, choice.from) + choice.insert;
    input.value = before + input.value.slice(input.selectionStart);
    close();
    input.focus();
    input.setSelectionRange(before.length, before.length);
  };
  const open = (isAsked) => {
    const caret = input.selectionStart;
    choices = input.selectionEnd === caret ? offered(input.value.slice(0, caret), isAsked) : [];
    if (!choices.length) return close();
    list.replaceChildren(...choices.map((choice, k) => {
      const about = element("span", { class: "faint" }, choice.about);
      const item = element("li", { role: "option", id: `${list.id}-${k}`, "aria-selected": "false" },
        element("span", { class: "code" }, choice.name), about);
      // Before the field loses the caret.
      item.addEventListener("mousedown", (event) => { event.preventDefault(); take(choice); });
      return item;
    }));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    count.textContent = `${choices.length} completion${choices.length === 1 ? "" : "s"}`;
    choose(-1);
  };
  const moves = { ArrowDown: 1, ArrowUp: -1 };
  input.addEventListener("input", () => open(false));
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && choices.length) {
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && chosen >= 0) {
      event.preventDefault();
      take(choices[chosen]);
    } else if (event.key in moves) {
      event.preventDefault();
      if (!choices.length) open(true);
      if (!choices.length) return;
      const places = choices.length + 1; // one of them is the text itself
      choose(((chosen + 1 + moves[event.key] + places) % places) - 1);
    }
  });
  return { close };
}
