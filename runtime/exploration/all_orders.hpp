#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/exploration/explored_run.hpp"

namespace sparlab::runtime::exploration {

/// The first fault that was found.
struct OrderFault {
  std::string what;           ///< "deadlock: rank 0 waits for ..."
  std::vector<Choice> order;  ///< the choices that lead there
};

struct Orders {
  std::uint64_t runs = 0;      ///< complete runs; no two have equivalent orders
  std::uint64_t repeated = 0;  ///< runs given up because all that could follow had been run
  bool is_exhaustive = true;   ///< false if `most_runs` ended the search
  std::optional<OrderFault> fault;
};

/// Runs `program` in every order in which `wait_any` can complete requests, but for those that
/// differ only in the order of choices of different ranks, which are equivalent: a depth-first
/// search with sleep sets [Godefroid, LNCS 1032], and one rank's choices only where all of its
/// requests can be completed. Ends at the first fault: a deadlock, an exception, something left
/// over, or what `complaint` says after a complete run.
///
/// Cost    Each order runs the program from its start.
Orders run_all_orders(ExploredRanks& ranks, const std::function<void(Comm&)>& program,
                      const std::function<std::string()>& complaint, std::uint64_t most_runs);

}  // namespace sparlab::runtime::exploration
