// The browser of items. Everything a model said goes into the page through textContent, never as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const form = document.getElementById("filters");
const list = document.getElementById("list");
const detail = document.getElementById("detail");
const MARK = { right: "✓", wrong: "✗", unanswered: "–", failed: "!" };
const [MODEL, CONDITION, REPEAT, OUTCOME, ANSWER, RULE, CUT, TEXT] = [0, 1, 2, 3, 4, 5, 6, 7];
const MANY = 16; // responses that are shown at once
const conditions = new Set(data.items.flatMap((item) => item.said.map((row) => row[CONDITION]))).size;
for (const item of data.items) item.said.sort((a, b) => a[MODEL] - b[MODEL]);
let shown = null; // places of the items that show a finding; null for all
let visible = [];
let current = -1;

function picture(place, description) {
  if (place < 0) return element("span", { class: "note" }, "(unreadable picture)");
  return element("img", { src: "data:image/webp;base64," + data.pictures[place], alt: description, width: 256, height: 256 });
}

const words = (name) => name.replaceAll("_", " ");

function fill(name, values, every) {
  const select = form.elements[name];
  select.append(new Option(every, ""));
  for (const value of values) select.append(new Option(name === "rule" ? words(value[1]) : value[1], value[0]));
}

function distinct(values) {
  return [...new Set(values)].filter((value) => value).map((value) => [value, value]);
}

function matches(item, place) {
  const want = Object.fromEntries(["task", "tier", "model", "outcome", "rule", "id"].map((n) => [n, form.elements[n].value]));
  if (shown && !shown.has(place)) return false;
  if (want.task && item.task !== want.task) return false;
  if (want.tier && item.tags.tier !== want.tier) return false;
  if (want.id && !item.id.toLowerCase().includes(want.id.trim().toLowerCase())) return false;
  if (!want.model && !want.outcome && !want.rule) return true;
  return item.said.some((row) =>
    (!want.model || row[MODEL] === Number(want.model)) &&
    (!want.outcome || row[OUTCOME] === want.outcome) &&
    (!want.rule || row[RULE] === want.rule));
}

// Outcomes that are alike and side by side are one element: a long list has a tenth of them.
function stretches(rows) {
  const found = [];
  for (const row of rows) {
    if (found.at(-1)?.[0] === row[OUTCOME]) found.at(-1)[1] += MARK[row[OUTCOME]];
    else found.push([row[OUTCOME], MARK[row[OUTCOME]]]);
  }
  return found;
}

function refresh() {
  visible = data.items.filter(matches);
  list.replaceChildren(...visible.map((item, place) => {
    const marks = element("span", { class: "marks", "aria-hidden": "true" });
    for (const [outcome, text] of stretches(item.said.slice(0, 24))) marks.append(element("span", { class: outcome }, text));
    const name = item.id.split("/").slice(-1)[0];
    const node = element("li", { role: "option", id: "option-" + place, "aria-selected": "false" },
      element("span", {}, item.task + " · " + (item.tags.tier || item.subtype || "") + " · " + name), marks);
    node.addEventListener("click", () => go(place));
    return node;
  }));
  document.getElementById("count").textContent = `${visible.length} of ${data.items.length} items match`;
  document.getElementById("also").hidden = !shown;
  current = -1;
  select(0, false);
}

const address = (item) => "#item-" + encodeURIComponent(item.id);

// Going from item to item is no step for Back to undo; coming to them from elsewhere is one.
function go(place) {
  select(place);
  if (current < 0) return;
  const elsewhere = !location.hash.startsWith("#item-");
  history[elsewhere ? "pushState" : "replaceState"](null, "", address(visible[current]));
}

// Shows the item that an address names, and returns whether there is one.
function showItem(name) {
  const item = data.items.find((one) => "item-" + one.id === name);
  if (!item) return false;
  if (!visible.includes(item)) { clear(); refresh(); }
  select(visible.indexOf(item));
  reveal("detail");
  return true;
}

function select(place, scroll = true) {
  if (!visible.length) {
    detail.replaceChildren(element("p", { class: "note" }, "No item matches these filters."));
    list.removeAttribute("aria-activedescendant");
    return;
  }
  place = Math.max(0, Math.min(visible.length - 1, place));
  list.children[current]?.setAttribute("aria-selected", "false");
  current = place;
  const node = list.children[place];
  node.setAttribute("aria-selected", "true");
  list.setAttribute("aria-activedescendant", node.id);
  if (scroll) {
    const above = node.offsetTop - list.offsetTop;
    if (above < list.scrollTop) list.scrollTop = above - 6;
    const below = above + node.offsetHeight - list.clientHeight;
    if (below > list.scrollTop) list.scrollTop = below + 6;
  }
  show(visible[place]);
}

function show(item) {
  const tags = [item.task, item.subtype, item.tags.tier, item.tags.quadrant, item.tags.frame && "frame: " + item.tags.frame];
  const parts = [
    element("div", { class: "id" }, item.id, " ", element("a", { class: "link", href: address(item), "aria-label": "Link to this item" }, "#")),
    element("div", { class: "tags" }, ...tags.filter(Boolean).map((tag) => element("span", { class: "tag" }, tag))),
    element("p", { class: "question" }, item.question.replaceAll("<image>", "").replace(/\n{2,}/g, "\n").trim()),
    element("div", { class: "pictures" }, ...item.images.map((place, i) => picture(place, "question picture " + (i + 1)))),
  ];
  if (item.options.length) parts.push(element("div", { class: "options" }, ...item.options.map((option) => optionCard(item, option))));
  else parts.push(element("p", {}, "Right answer: " + item.key));
  const model = form.elements.model.value;
  const first = item.said.filter((row) => (model ? row[MODEL] === Number(model) : item.said.length <= MANY));
  const rest = item.said.filter((row) => !first.includes(row));
  parts.push(...first.map(saidRow));
  if (rest.length) {
    const title = (first.length ? "The other " : "All ") + rest.length + " responses";
    parts.push(element("details", {}, element("summary", {}, title), ...rest.map(saidRow)));
  }
  parts.push(element("details", {}, element("summary", {}, "The recorded truth"), element("pre", { class: "truth" }, item.truth)));
  detail.replaceChildren(...parts);
}

function optionCard(item, option) {
  const right = option.letter === item.key;
  const card = element("div", { class: right ? "option key" : "option" }, element("b", {}, option.letter + (right ? " ✓ right" : "")));
  if (option.image !== null) card.append(picture(option.image, "option " + option.letter));
  if (option.text) card.append(element("div", {}, option.text));
  if (!right && option.rule) card.append(element("div", { class: "rule" }, words(option.rule)));
  const by = [...new Set(item.said.filter((row) => row[ANSWER] === option.letter).map((row) => data.models[row[MODEL]]))];
  if (by.length) card.append(element("div", { class: "by" }, "chosen by " + by.join(", ")));
  return card;
}

function saidRow(row) {
  const about = [row[ANSWER] === null ? row[OUTCOME] : row[ANSWER], row[CUT] ? "cut off" : ""];
  if (conditions > 1) about.push(row[CONDITION]);
  if (row[REPEAT]) about.push("repeat " + row[REPEAT]);
  return element("div", { class: "said" },
    element("span", { class: "mark " + row[OUTCOME], title: row[OUTCOME] }, MARK[row[OUTCOME]]),
    element("span", { class: "who" }, data.models[row[MODEL]], element("small", {}, about.filter(Boolean).join(" · "))),
    element("pre", { dir: "auto" }, row[TEXT] || "(nothing)"));
}

fill("task", distinct(data.items.map((item) => item.task)), "all");
fill("tier", distinct(data.items.map((item) => item.tags.tier)), "all");
fill("model", data.models.map((name, place) => [place, name]), "any");
fill("outcome", Object.keys(MARK).map((name) => [name, name]), "any");
fill("rule", distinct(data.items.flatMap((item) => item.said.map((row) => row[RULE]))).sort(), "any");
form.addEventListener("input", refresh);
form.addEventListener("submit", (event) => event.preventDefault());

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, summary, pre")) return;
  const letters = { j: 1, k: -1 };
  const arrows = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1e6, End: 1e6 };
  // The arrow keys scroll the page unless the list has the focus.
  const step = letters[event.key] ?? (document.activeElement === list ? arrows[event.key] : undefined);
  if (!step) return;
  event.preventDefault();
  go(current + step);
});

function clear() {
  form.reset();
  shown = null;
  document.getElementById("also").textContent = "";
}

for (const button of document.querySelectorAll("button.show")) {
  button.addEventListener("click", () => {
    clear();
    const [model, items, text, all] = data.told[Number(button.dataset.told)];
    shown = new Set(items);
    form.elements.model.value = String(model);
    document.getElementById("also").textContent = `· ${items.length === all ? "all" : items.length + " of the"} ${all} items that show: ${data.models[model]} ${text}`;
    refresh();
    if (visible.length) history.pushState(null, "", address(visible[0]));
    reveal("items");
    list.focus({ preventScroll: true });
  });
}
document.getElementById("clear").addEventListener("click", () => { clear(); refresh(); });
refresh();
nameFoldAll();
markSection();
follow();
