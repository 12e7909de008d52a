#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algos/interface/reducer.hpp"
#include "algos/systems/sparlab_auto/drift.hpp"
#include "algos/systems/sparlab_auto/trials.hpp"
#include "model/choice/agreed_inputs.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::algos {

/// sparlab_auto for many calls: it keeps an algorithm while the inputs stay alike, and learns by
/// its own calls which one is fastest.
///
/// The first call is that of sparlab_auto. The second one exchanges summaries of the inputs; the
/// model names the algorithms that may be fastest, and the following calls try them (trials.hpp).
/// Then every call runs the fastest one. The ranks compare summaries again if the size of the
/// result, which all ranks know, leaves the range of half to twice what it was, if their inputs
/// have drifted (drift.hpp), and after ever longer intervals. Inputs like those of an earlier
/// decision get its algorithm. What was measured corrects the model's times of later decisions. If
/// times have drifted, all that was measured is forgotten.
///
/// Shape, errors  as sparlab_auto.
/// Cost    that of the fastest algorithm; in the mean 24 calls of trials, at most 200; the exchange
/// of a
///         summary every 128 to 1024 calls; comparisons (drift.hpp).
class LearningAuto final : public Reducer {
 public:
  /// Makes the reducer of a spec.
  using Make = std::unique_ptr<Reducer> (*)(std::string_view, const AllreduceOptions&);

  LearningAuto(const AllreduceOptions& options, FindAllreduce find, Make make)
      : options_(options), find_(std::move(find)), make_(make) {}

  Stream reduce(runtime::Comm& comm, Stream input) override;

  /// Only the number of calls: what was measured is of no use to another run, which decides anew.
  void transfer_state(StateArchive& archive) override;

 private:
  struct Candidate {
    std::string algorithm;
    std::unique_ptr<Reducer> reducer;
    double model_s;
    double expected_s;  ///< corrected by what was measured
  };
  struct Decision {
    model::AgreedInputs inputs;
    std::vector<Candidate> candidates;
    Trials trials;
    std::optional<double> result_count = {};  ///< of the fastest candidate
    DriftWatch watch = {};                    ///< of the fastest candidate
  };

  /// Slower candidates by the corrected model are not tried.
  static constexpr double kTried = 4;
  static constexpr std::size_t kMostTried = 5;
  static constexpr std::size_t kMostDecisions = 16;
  /// Numbers of entries that differ by less have the same decision.
  static constexpr double kAlike = 1.5;
  static constexpr std::uint64_t kFirstInterval = 128;
  static constexpr std::uint64_t kLastInterval = 1024;

  /// Compares the inputs of all ranks with those of the decisions.
  void look(runtime::Comm& comm, const Stream& input);

  /// Null if no decision was made for inputs like these.
  Decision* decision_for(const model::AgreedInputs& inputs);

  /// Begins trials of the candidates that may be fastest.
  Decision& decide(const model::AgreedInputs& inputs, const model::Problem& terms);

  Stream call_fastest(runtime::Comm& comm, Stream input);

  /// Compares the latest calls with the first ones when it is time.
  void look_for_drift(runtime::Comm& comm);

  Stream try_one(runtime::Comm& comm, Stream input);

  /// Forgets all decisions and what was measured.
  void forget();

  /// Keeps how the measured times of the trials differ from the model's.
  void correct();
  /// How measured times differ from the model's; of algorithms without any, the median of others.
  double correction_of(const std::string& algorithm) const;

  AllreduceOptions options_;
  FindAllreduce find_;
  Make make_;
  std::list<Decision> decisions_;
  Decision* decision_ = nullptr;               ///< for the inputs of the latest calls
  std::map<std::string, double> corrections_;  ///< by algorithm: measured over predicted time
  std::uint64_t calls_ = 0;
  std::uint64_t next_look_ = 0;
  std::uint64_t interval_ = kFirstInterval;
  bool drifted_ = false;
};

}  // namespace sparlab::algos
