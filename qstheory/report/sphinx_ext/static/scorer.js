// What the search ranks: the page of that name, then titles and text of pages before the names of
// modules and functions, what explains before what is looked up, what is made from code last.
var Places = [
  ["docs/api/", -25], ["docs/certificates/", -25], ["docs/", 4],
  ["claims/", 3], ["losses/", 2], ["results/", 1],
];
var Named = 10;
var Query = (new URLSearchParams(window.location.search).get("q") || "").trim().toLowerCase();
var Scorer = {
  objNameMatch: 6, objPartialMatch: 1,
  objPrio: { 0: 1, 1: 0, 2: -5 }, objPrioDefault: 0,
  title: 20, partialTitle: 12, term: 5, partialTerm: 2,
  score: ([page, title, , , score]) => {
    const place = Places.find(([start]) => page.startsWith(start)) || ["", 0];
    return score + place[1] + (title.toLowerCase() === Query ? Named : 0);
  },
};
