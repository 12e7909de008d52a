#pragma once

/// The families of algorithms, in the order of all listings. Each has a source file of its name in
/// model/algorithms, for costs, and in algos/registry, for code.
#define SPARLAB_FOR_FAMILIES(MACRO)                                                   \
  MACRO(dense)      /* dense baselines */                                             \
  MACRO(sparcml)    /* SparCML and the algorithms in its figures */                   \
  MACRO(top_k)      /* selecting systems: TopkA, TopkDSA, gTopk, Gaussiank, Dryden */ \
  MACRO(oktopk)     /* Ok-Topk */                                                     \
  MACRO(redsync)    /* RedSync */                                                     \
  MACRO(s2_reducer) /* S2 Reducer and the stand-in that its code measured  */         \
  MACRO(servers)    /* OmniReduce, Parallax, parameter server */                      \
  MACRO(schedules)  /* Traeff, Hofmann and Ruenger, Kylix, Spark */                   \
  MACRO(sparlab)    /* our own: sparlab_auto, hierarchical */
