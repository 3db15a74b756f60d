// What the search ranks: titles and text of pages before the names of modules and functions, pages
// that explain before those that look a thing up, and what is generated from code last.
var Places = [
  ["docs/api/", -15], ["docs/certificates/", -15], ["docs/", 3], ["results/", 2], ["losses/", 1],
];
var Scorer = {
  objNameMatch: 6, objPartialMatch: 1,
  objPrio: { 0: 1, 1: 0, 2: -5 }, objPrioDefault: 0,
  title: 20, partialTitle: 12, term: 5, partialTerm: 2,
  score: ([page, , , , score]) =>
    score + (Places.find(([place]) => page.startsWith(place)) || ["", 0])[1],
};
