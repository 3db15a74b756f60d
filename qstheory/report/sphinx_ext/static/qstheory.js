// Sorting and filtering of tables marked qst-sortable and qst-filterable. Without scripts the tables
// are complete; nothing is fetched.
"use strict";

function cellText(row, index) {
  return row.cells[index].textContent.trim();
}

function compare(left, right) {
  const a = parseFloat(left), b = parseFloat(right);
  if (!Number.isNaN(a) && !Number.isNaN(b) && a !== b) return a - b;
  return left.localeCompare(right, undefined, { numeric: true });
}

function makeSortable(table) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent.trim();
    heading.replaceChildren(button);
    button.addEventListener("click", () => {
      const ascending = heading.getAttribute("aria-sort") !== "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", ascending ? "ascending" : "descending");
      const body = table.tBodies[0];
      const rows = [...body.rows].sort(
        (a, b) => compare(cellText(a, index), cellText(b, index)) * (ascending ? 1 : -1));
      body.append(...rows);
    });
  });
}

function makeFilterable(table) {
  const names = [...table.tHead.rows[0].cells].map((cell) => cell.textContent.trim());
  const rows = [...table.tBodies[0].rows];
  const bar = document.createElement("form");
  bar.className = "qst-filters";
  bar.addEventListener("submit", (event) => event.preventDefault());
  const controls = [];
  names.forEach((name, index) => {
    const values = [...new Set(rows.map((row) => cellText(row, index)))].sort();
    const wordy = values.some((value) => /[a-z]{3}/i.test(value));
    if (values.length > 40 || index === 0 || !wordy) return;
    const select = document.createElement("select");
    select.name = name;
    select.append(new Option("all", ""), ...values.map((value) => new Option(value, value)));
    const label = document.createElement("label");
    label.append(name, select);
    bar.append(label);
    controls.push((row) => !select.value || cellText(row, index) === select.value);
    select.addEventListener("change", apply);
  });
  const search = document.createElement("input");
  search.type = "search";
  search.name = "words";
  const label = document.createElement("label");
  label.append("words", search);
  bar.append(label);
  search.addEventListener("input", apply);
  controls.push((row) => row.textContent.toLowerCase().includes(search.value.toLowerCase()));
  const count = document.createElement("p");
  count.className = "qst-count";
  count.setAttribute("role", "status");
  function apply() {
    let shown = 0;
    rows.forEach((row) => {
      row.hidden = !controls.every((control) => control(row));
      if (!row.hidden) shown += 1;
    });
    count.textContent = `${shown} of ${rows.length} shown`;
  }
  const holder = table.closest(".qst-scroll") || table;
  holder.before(bar, count);
  apply();
}

document.querySelectorAll("table.qst-filterable").forEach(makeFilterable);
document.querySelectorAll("table.qst-sortable").forEach(makeSortable);
document.querySelectorAll(".qst-scroll").forEach((box) => {
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  const caption = box.querySelector("caption");
  box.setAttribute("aria-label", caption ? caption.textContent.trim() : "wide content");
});
