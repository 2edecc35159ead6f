"use strict";
// What a reader has done survives a reload, so that an afternoon is not lost with a tab.
function recall(name) {
  try { return JSON.parse(localStorage.getItem(name)) || {}; } catch { return {}; }
}

function remember(name, value) {
  try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* a page from disk may have no storage */ }
}
