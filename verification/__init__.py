"""The ledgers of papers, a folder each, and the proofs in Coq of what their claims state.

- `sharp2020`: Nowak-Vila, Bach and Rudi, Sharp Analysis of Learning with Discrete Losses.
- `embeddings2022`: polyhedral surrogates, what they embed and for which losses they serve;
- `osokin2017`: calibration functions, calibration dimensions and consistency, well known.

To add a paper, add a folder of the same form: files with `CLAIMS`, `_printed_table.py` where a
table of the paper is to stand beside the right one.
"""
