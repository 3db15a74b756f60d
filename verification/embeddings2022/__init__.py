"""A ledger on polyhedral surrogates: what they embed, for which losses they are consistent.

- Bartlett, Jordan and McAuliffe, Convexity, Classification, and Risk Bounds, JASA 101 (2006),
  138-156 (*).
- Bartlett and Wegkamp, Classification with a Reject Option using a Hinge Loss, JMLR 9 (2008),
  1823-1840.
- Finocchiaro, Frongillo and Nueve, The Structured Abstain Problem and the Lovasz Hinge, COLT 2022.
- Finocchiaro, Frongillo and Waggoner, An Embedding Framework for the Design and Analysis of
  Consistent Polyhedral Surrogates, JMLR 25(63) (2024), 1-60, and before An Embedding Framework for
  Consistent Polyhedral Surrogates, NeurIPS 2019; Embedding Dimension of Polyhedral Losses, COLT
  2020, PMLR 125, 1558-1585.
- Frongillo and Waggoner, Surrogate Regret Bounds for Polyhedral Losses, NeurIPS 2021.
- Lee, Lin and Wahba, Multicategory Support Vector Machines, JASA 99 (2004), 67-82.
- Liu, Fisher Consistency of Multicategory Support Vector Machines, AISTATS 2007, JMLR
  W&CP 2, 291-298.
- Pedregosa, Bach and Gramfort, On the Consistency of Ordinal Regression Methods, JMLR 18 (2017).
- Ramaswamy, Tewari and Agarwal, Consistent Algorithms for Multiclass Classification with an Abstain
  Option, EJS 12 (2018) (*); arXiv 1505.04137.
- Tewari and Bartlett, On the Consistency of Multiclass Classification Methods, JMLR 8 (2007),
  1007-1025.
- Thilagar, Frongillo, Finocchiaro and Goodwill, Consistent Polyhedral Surrogates for Top-k
  Classification and Variants, ICML 2022.
- Wang and Scott, Weston-Watkins Hinge Loss and Ordered Partitions, NeurIPS 2020.
- Yang and Koyejo, On the Consistency of Top-k Surrogate Losses, ICML 2020.

Titles, authors, venues and years were compared with what publishers and archives show, and so were
the statements that stand in abstracts: which surrogate is consistent for what, that the Lovasz
hinge is so for modular f alone, linear bounds for polyhedral surrogates. Not compared, as the pages
at hand show abstracts alone: the volumes and pages marked (*), and the constants of the excess risk
bounds of Ramaswamy, Tewari and Agarwal.

`qstheory verify --claims verification/embeddings2022` judges them. Source lines name the result by
what it says; theorem numbers differ between the versions of these papers.
"""
