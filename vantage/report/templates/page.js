// The frame of a page of results: where the reader is, what is folded, links to its parts, tables to sort and to copy.
const nav = document.querySelector("nav.jump");
const links = [...nav.querySelectorAll("a")];
const sections = links.map((link) => document.getElementById(link.hash.slice(1)));
const folds = [...document.querySelectorAll("details.fold")];

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  for (const child of children) node.append(child);
  return node;
}

function markSection() {
  const line = nav.getBoundingClientRect().bottom + 24;
  const atEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  const place = atEnd ? sections.length - 1 : sections.findLastIndex((section) => section.getBoundingClientRect().top <= line);
  const link = links[Math.max(0, place)];
  if (link.hasAttribute("aria-current")) return;
  for (const other of links) other.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  const row = link.parentElement;
  row.scrollTo({ left: link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2 });
}
addEventListener("scroll", markSection, { passive: true });
addEventListener("resize", markSection);

const FOLDED = "vantage-folds-" + location.pathname;
const foldAll = element("button", { type: "button", class: "plain" });

function nameFoldAll() {
  foldAll.textContent = folds.every((fold) => fold.open) ? "fold all" : "unfold all";
}
foldAll.addEventListener("click", () => {
  const open = foldAll.textContent === "unfold all";
  for (const fold of folds) fold.open = open;
});
const before = recall(FOLDED);
for (const fold of folds) {
  fold.open = before[fold.parentElement.id] ?? fold.open;
  fold.addEventListener("toggle", () => { nameFoldAll(); markSection(); });
}
addEventListener("pagehide", () => remember(FOLDED, Object.fromEntries(folds.map((fold) => [fold.parentElement.id, fold.open]))));
nav.append(foldAll);

// A printed page has all but the tables of numbers, unless the reader has opened them.
let shut = [];
addEventListener("beforeprint", () => {
  shut = [...document.querySelectorAll("details:not([open], .numbers)")];
  for (const one of shut) one.open = true;
});
addEventListener("afterprint", () => { for (const one of shut) one.open = false; });

// Brings a part of the page into view, whatever it is folded into.
function reveal(name) {
  const target = document.getElementById(name);
  const inner = target?.querySelector(":scope > details.fold") ?? target;
  for (let fold = inner?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  target?.scrollIntoView({ behavior: "instant" });
}

function follow() {
  let name = location.hash.slice(1);
  try { name = decodeURIComponent(name); } catch { /* not an address of ours */ }
  if (name && !showItem(name)) reveal(name);
}
addEventListener("hashchange", follow);
document.addEventListener("click", (event) => {
  if (event.target.closest("a[href^='#']")?.hash === location.hash) follow();
});

// What a cell holds: numbers in full, where fewer digits are shown; nothing, where nothing is known.
const held = (cell) => cell.dataset.value ?? cell.textContent.trim();

function sortRows(table, column, down) {
  const rows = [...table.tBodies[0].rows].map((row) => [held(row.cells[column]), row]);
  const numeric = rows.every(([value]) => !isNaN(value));
  const order = numeric ? (a, b) => a - b : (a, b) => a.localeCompare(b, undefined, { numeric: true });
  rows.sort(([a], [b]) => (a === "") - (b === "") || (down ? order(b, a) : order(a, b)));
  table.tBodies[0].append(...rows.map(([, row]) => row));
}

function csv(table) {
  // A spreadsheet would take a text that begins so for a formula.
  const safe = (text) => (/^[=+\-@\t\r]/.test(text) && isNaN(text) ? "'" + text : text);
  const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [...table.rows].map((row) => [...row.cells].map((cell) => quoted(safe(held(cell)))).join(",") + "\n").join("");
}

function copy(text) {
  const area = element("textarea", { class: "hidden" });
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

for (const table of document.querySelectorAll("table.plain")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = element("button", { type: "button", class: "sort" }, ...head.childNodes);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      sortRows(table, column, down);
    });
    head.append(button);
  });
  const button = element("button", { type: "button", class: "plain" }, "copy as CSV");
  const said = element("span", { role: "status" });
  button.addEventListener("click", () => {
    said.textContent = copy(csv(table)) ? `${table.tBodies[0].rows.length} rows copied` : "the browser did not allow it";
    button.focus({ preventScroll: true });
  });
  table.parentElement.before(element("p", { class: "tools no-print" }, button, " ", said));
}
