"""A ledger on polyhedral surrogates: what they embed, for which losses they are consistent.

- Bartlett, Jordan and McAuliffe, Convexity, Classification, and Risk Bounds, JASA 101 (2006).
- Bartlett and Wegkamp, Classification with a Reject Option using a Hinge Loss, JMLR 9 (2008).
- Finocchiaro, Frongillo and Nueve, The Structured Abstain Problem and the Lovasz Hinge, COLT 2022.
- Finocchiaro, Frongillo and Waggoner, An Embedding Framework for the Design and Analysis of
  Consistent Polyhedral Surrogates, NeurIPS 2019 and JMLR 25 (2024); Embedding Dimension of
  Polyhedral Losses, COLT 2020.
- Frongillo and Waggoner, Surrogate Regret Bounds for Polyhedral Losses, NeurIPS 2021.
- Lee, Lin and Wahba, Multicategory Support Vector Machines, JASA 99 (2004).
- Liu, Fisher Consistency of Multicategory Support Vector Machines, AISTATS 2007.
- Pedregosa, Bach and Gramfort, On the Consistency of Ordinal Regression Methods, JMLR 18 (2017).
- Ramaswamy, Tewari and Agarwal, Consistent Algorithms for Multiclass Classification with an Abstain
  Option, EJS 12 (2018).
- Tewari and Bartlett, On the Consistency of Multiclass Classification Methods, JMLR 8 (2007).
- Thilagar, Frongillo, Finocchiaro and Goodwill, Consistent Polyhedral Surrogates for Top-k
  Classification and Variants, ICML 2022.
- Wang and Scott, Weston-Watkins Hinge Loss and Ordered Partitions, NeurIPS 2020.
- Yang and Koyejo, On the Consistency of Top-k Surrogate Losses, ICML 2020.

`qstheory verify --claims verification/embeddings2022` judges them. Source lines name the result by
what it says; theorem numbers differ between the versions of these papers.
"""
