// What the search ranks: titles and text of pages before the names of modules and functions.
var Scorer = {
  objNameMatch: 6, objPartialMatch: 1,
  objPrio: { 0: 1, 1: 0, 2: -5 }, objPrioDefault: 0,
  title: 20, partialTitle: 12, term: 5, partialTerm: 2,
};
