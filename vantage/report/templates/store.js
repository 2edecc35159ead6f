"use strict";
// What a reader has done is kept: in the browser, so that a reload loses nothing, and as a file to take away.
function recall(name) {
  try { return JSON.parse(localStorage.getItem(name)) || {}; } catch { return {}; }
}

function remember(name, value) {
  try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* a page from disk may have no storage */ }
}

function download(name, lines) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
