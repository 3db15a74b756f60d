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
    const name = heading.textContent.trim();
    const meaning = heading.querySelector("a");
    const inner = heading.querySelector("p") || heading;
    button.append(...(meaning ? [name] : inner.childNodes));  // Mathematics stays set.
    heading.replaceChildren(button);
    if (meaning) {  // The heading sorts; beside it stands the link to what it means.
      meaning.textContent = "?";
      meaning.title = `what ${name} means`;
      meaning.setAttribute("aria-label", meaning.title);
      meaning.className = "qst-meaning";
      heading.append(" ", meaning);
    }
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

// Tables of the same columns have one row of controls, before the first of them.
function makeFilterable(tables) {
  const names = [...tables[0].tHead.rows[0].cells].map((cell) => cell.textContent.trim());
  const rows = tables.flatMap((table) => [...table.tBodies[0].rows]);
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
    rows.forEach((row) => { row.hidden = !controls.every((control) => control(row)); });
    tables.forEach((table) => {
      const left = [...table.tBodies[0].rows].some((row) => !row.hidden);
      const part = tables.length > 1 ? table.closest("section") : null;
      if (part) part.hidden = !left;
    });
    count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} shown`;
  }
  const first = tables.length > 1 ? tables[0].closest("section") : null;
  (first || tables[0].closest(".qst-scroll") || tables[0]).before(bar, count);
  apply();
}

// Buttons that make a picture larger and smaller; what is pointed at shows its lines alone.
function makeZoomable(box) {
  const picture = box.querySelector("svg");
  const width = picture.viewBox.baseVal.width;
  let scale = 1;
  const bar = document.createElement("p");
  bar.className = "qst-zoom";
  [["larger", 1.25], ["smaller", 0.8]].forEach(([name, factor]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.addEventListener("click", () => {
      scale = Math.min(4, Math.max(0.25, scale * factor));
      picture.style.width = `${width * scale}px`;
      picture.style.maxWidth = "none";
      picture.style.height = "auto";
    });
    bar.append(button);
  });
  box.before(bar);
  const lines = [...picture.querySelectorAll("[data-ends]")];
  picture.querySelectorAll("[data-claim]").forEach((dot) => {
    const mine = lines.filter((line) => line.dataset.ends.split(" ").includes(dot.dataset.claim));
    const show = (on) => {
      picture.classList.toggle("qst-pointed", on);
      mine.forEach((line) => line.classList.toggle("qst-mine", on));
    };
    ["mouseenter", "focus"].forEach((name) => dot.addEventListener(name, () => show(true)));
    ["mouseleave", "blur"].forEach((name) => dot.addEventListener(name, () => show(false)));
  });
}

// A name in a table may go on in the next line after one of its signs, never within a word.
function breakAfterSigns(code) {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  texts.forEach((text) => {
    const pieces = text.data.split(/(?<=[,;:._-])/);
    text.replaceWith(...pieces.flatMap((piece, i) => i ? [document.createElement("wbr"), piece] : [piece]));
  });
}

document.querySelectorAll("table code, .bd-sidebar-secondary code").forEach(breakAfterSigns);
document.querySelectorAll("table a.reference:not(:has(code, mjx-container, .math))").forEach((link) => {
  if (!/\s/.test(link.textContent.trim())) breakAfterSigns(link);
});
const together = [...document.querySelectorAll(".qst-filter-together")];
together.forEach((box) => makeFilterable([...box.querySelectorAll("table.qst-filterable")]));
document.querySelectorAll("table.qst-filterable").forEach((table) => {
  if (!table.closest(".qst-filter-together")) makeFilterable([table]);
});
document.querySelectorAll(".qst-picture").forEach(makeZoomable);
document.querySelectorAll("table.qst-sortable").forEach(makeSortable);
document.querySelectorAll(".qst-scroll").forEach((box) => {
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  const caption = box.querySelector("caption");
  const picture = box.querySelector("svg[aria-label]");
  const name = caption ? caption.textContent.trim() : picture && picture.getAttribute("aria-label");
  box.setAttribute("aria-label", name || "wide content");
});
