#pragma once

#include <algorithm>
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
#include "algos/steps/agree.hpp"
#include "algos/streams/state_archive.hpp"
#include "algos/systems/sparlab_auto/early_exchange.hpp"
#include "algos/systems/sparlab_auto/sparlab_auto.hpp"
#include "algos/systems/sparlab_auto/trials.hpp"
#include "model/choice/choice.hpp"

namespace sparlab::algos {

/// sparlab_auto for many calls: it keeps an algorithm while the inputs stay alike, and learns by
/// its own calls which one is fastest.
///
/// The first call is that of sparlab_auto. The second one exchanges summaries of the inputs; the
/// model names the algorithms that may be fastest, and the following calls try them (trials.hpp).
/// Then every call runs the fastest one, without any message of its own. The ranks compare
/// summaries again if the size of the result, which all ranks know, leaves the range of half to
/// twice what it was, and after ever longer intervals. Inputs like those of an earlier decision get
/// its algorithm. What was measured corrects the model's times of later decisions.
///
/// Shape, errors  as sparlab_auto.
/// Cost    that of the fastest algorithm; some 20 calls of trials; the exchange of a summary every
///         128 to 1024 calls.
template <class Stream>
class LearningAuto final : public Reducer<Stream> {
 public:
  /// Makes the reducer of a spec.
  using Make = std::unique_ptr<Reducer<Stream>> (*)(std::string_view,
                                                    const AllreduceOptions<Stream>&);

  LearningAuto(const AllreduceOptions<Stream>& options, FindAllreduce<Stream> find, Make make)
      : options_(options), find_(std::move(find)), make_(make) {}

  Stream reduce(runtime::Comm& comm, Stream input) override {
    const bool first = calls_++ == 0;
    if (first || comm.size() == 1 || input.range().size() == 0) {
      return sparlab_auto(comm, std::move(input), options_, find_);
    }
    if (!decision_ || drifted_ || calls_ == next_look_) look(comm, input);
    return decision_->trials.ended() ? call_fastest(comm, std::move(input))
                                     : try_one(comm, std::move(input));
  }

  /// Only the number of calls: what was measured is of no use to another run, which decides anew.
  void transfer_state(StateArchive& archive) override {
    archive.transfer(calls_);
    if (archive.reads()) decision_ = nullptr;
  }

 private:
  struct Candidate {
    std::string algorithm;
    std::unique_ptr<Reducer<Stream>> reducer;
    double model_s;
    double expected_s;  ///< corrected by what was measured
  };
  struct Decision {
    model::AgreedInputs inputs;
    std::vector<Candidate> candidates;
    Trials trials;
    std::optional<std::uint64_t> result_count;  ///< of the fastest candidate
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
  void look(runtime::Comm& comm, const Stream& input) {
    const model::Problem terms = choice_terms(comm, input, options_);
    const InputSummary all = summarise_inputs(comm, input, terms, options_);
    const model::AgreedInputs inputs = agreed_inputs(all, input, terms);
    Decision* const known = decision_for(inputs);
    if (known != nullptr && known == decision_ && known->trials.ended()) {
      interval_ = std::min(2 * interval_, kLastInterval);
      known->trials.repeat();
    } else {
      interval_ = kFirstInterval;
    }
    decision_ = known != nullptr ? known : &decide(inputs, terms);
    decision_->result_count.reset();
    drifted_ = false;
    next_look_ = calls_ + interval_;
  }

  /// Null if no decision was made for inputs like these.
  Decision* decision_for(const model::AgreedInputs& inputs) {
    const auto alike = [](double left, double right) {
      return std::max(left, right) <= kAlike * std::min(left, right);
    };
    const auto found = std::ranges::find_if(decisions_, [&](const Decision& decision) {
      return alike(decision.inputs.entries, inputs.entries) &&
             alike(decision.inputs.union_entries, inputs.union_entries);
    });
    return found == decisions_.end() ? nullptr : &*found;
  }

  /// Begins trials of the candidates that may be fastest.
  Decision& decide(const model::AgreedInputs& inputs, const model::Problem& terms) {
    std::vector<Candidate> candidates;
    for (const auto& choice : model::ranked_choices(inputs, terms)) {
      const std::string& algorithm = choice.candidate.algorithm;
      const auto measured = corrections_.find(algorithm);
      const double factor = measured == corrections_.end() ? 1 : measured->second;
      AllreduceOptions<Stream> options = options_;
      options.formats = choice.formats;
      candidates.push_back(
          {algorithm, make_(algorithm, options), choice.seconds, factor * choice.seconds});
    }
    std::ranges::stable_sort(candidates, {}, &Candidate::expected_s);
    const double most_s = kTried * candidates.front().expected_s;
    std::erase_if(candidates, [=](const Candidate& one) { return one.expected_s > most_s; });
    if (candidates.size() > kMostTried)
      candidates.erase(candidates.begin() + kMostTried, candidates.end());
    if (decisions_.size() == kMostDecisions) decisions_.pop_front();
    const std::size_t tried = candidates.size();
    return decisions_.emplace_back(Decision{inputs, std::move(candidates), Trials(tried), {}});
  }

  Stream call_fastest(runtime::Comm& comm, Stream input) {
    const Candidate& fastest = decision_->candidates[decision_->trials.current()];
    Stream result = fastest.reducer->reduce(comm, std::move(input));
    const std::uint64_t count = result.count();
    if (!decision_->result_count) decision_->result_count = count;
    const std::uint64_t usual = *decision_->result_count;
    drifted_ = count > 2 * usual || 2 * count < usual;
    return result;
  }

  Stream try_one(runtime::Comm& comm, Stream input) {
    Trials& trials = decision_->trials;
    const Candidate& tried = decision_->candidates[trials.current()];
    const double start_s = comm.now();
    Stream result = tried.reducer->reduce(comm, std::move(input));
    trials.add_call(comm.now() - start_s);
    if (trials.round_is_complete()) {
      trials.end_round(agree_on_max(comm, trials.round_s()));
      if (trials.ended()) correct();
    }
    return result;
  }

  /// Keeps how the measured times of the trials differ from the model's.
  void correct() {
    for (std::size_t i = 0; i < decision_->candidates.size(); ++i) {
      const Candidate& tried = decision_->candidates[i];
      if (tried.model_s > 0) {
        corrections_[tried.algorithm] = decision_->trials.median_s(i) / tried.model_s;
      }
    }
  }

  AllreduceOptions<Stream> options_;
  FindAllreduce<Stream> find_;
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
