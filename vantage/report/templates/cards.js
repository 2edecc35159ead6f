// Pages of cards that a person goes through: what they decide becomes a file.
function download(name, lines) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// Enter and Escape lead from a field back to the card that it belongs to.
function leave(field, card) {
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    card.focus();
  });
}
