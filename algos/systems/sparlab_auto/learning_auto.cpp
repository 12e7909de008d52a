#include "algos/systems/sparlab_auto/learning_auto.hpp"

#include <algorithm>

#include "algos/steps/agree.hpp"
#include "algos/streams/state_archive.hpp"
#include "algos/systems/sparlab_auto/early_exchange.hpp"
#include "algos/systems/sparlab_auto/sparlab_auto.hpp"
#include "model/base/order_statistics.hpp"
#include "model/choice/choice.hpp"

namespace sparlab::algos {

Stream LearningAuto::reduce(runtime::Comm& comm, Stream input) {
  const bool first = calls_++ == 0;
  if (first || comm.size() == 1 || input.range().size() == 0)
    return sparlab_auto(comm, std::move(input), options_, find_);
  if (!decision_ || drifted_ || calls_ == next_look_) look(comm, input);
  return decision_->trials.ended() ? call_fastest(comm, std::move(input))
                                   : try_one(comm, std::move(input));
}

void LearningAuto::transfer_state(StateArchive& archive) {
  archive.transfer(calls_);
  if (archive.reads()) forget();
}

void LearningAuto::look(runtime::Comm& comm, const Stream& input) {
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

LearningAuto::Decision* LearningAuto::decision_for(const model::AgreedInputs& inputs) {
  const auto alike = [](double left, double right) {
    return std::max(left, right) <= kAlike * std::min(left, right);
  };
  const auto found = std::ranges::find_if(decisions_, [&](const Decision& decision) {
    return alike(decision.inputs.entries, inputs.entries) &&
           alike(decision.inputs.union_entries, inputs.union_entries);
  });
  return found == decisions_.end() ? nullptr : &*found;
}

LearningAuto::Decision& LearningAuto::decide(const model::AgreedInputs& inputs,
                                             const model::Problem& terms) {
  std::vector<Candidate> candidates;
  for (const auto& choice : model::ranked_choices(inputs, terms)) {
    const std::string& algorithm = choice.candidate.algorithm;
    AllreduceOptions options = options_;
    options.formats = choice.formats;
    candidates.push_back({algorithm, make_(algorithm, options), choice.seconds,
                          correction_of(algorithm) * choice.seconds});
  }
  std::ranges::stable_sort(candidates, {}, &Candidate::expected_s);
  const double most_s = kTried * candidates.front().expected_s;
  std::erase_if(candidates, [=](const Candidate& one) { return one.expected_s > most_s; });
  if (candidates.size() > kMostTried)
    candidates.erase(candidates.begin() + kMostTried, candidates.end());
  if (decisions_.size() == kMostDecisions) decisions_.pop_front();
  const std::size_t tried = candidates.size();
  return decisions_.emplace_back(Decision{inputs, std::move(candidates), Trials(tried)});
}

Stream LearningAuto::call_fastest(runtime::Comm& comm, Stream input) {
  const Candidate& fastest = decision_->candidates[decision_->trials.current()];
  const bool watched = decision_->watch.begin_call();
  const double entries = watched ? input.count() : 0;
  const double start_s = watched ? comm.now() : 0;
  Stream result = fastest.reducer->reduce(comm, std::move(input));
  if (watched) decision_->watch.add_call(comm.now() - start_s, entries);
  const double count = result.count();
  if (!decision_->result_count) decision_->result_count = count;
  const double usual = *decision_->result_count;
  drifted_ = count > 2 * usual || 2 * count < usual;
  if (!drifted_ && decision_->watch.is_due()) look_for_drift(comm);
  return result;
}

void LearningAuto::look_for_drift(runtime::Comm& comm) {
  const Drift drift = decision_->watch.compare(comm);
  drifted_ = drift == Drift::inputs;
  if (drift == Drift::times) forget();
}

void LearningAuto::forget() {
  decision_ = nullptr;
  decisions_.clear();
  corrections_.clear();
}

Stream LearningAuto::try_one(runtime::Comm& comm, Stream input) {
  Trials& trials = decision_->trials;
  const Candidate& tried = decision_->candidates[trials.current()];
  const double start_s = comm.now();
  Stream result = tried.reducer->reduce(comm, std::move(input));
  trials.add_call(comm.now() - start_s);
  if (trials.round_is_complete()) {
    trials.end_round(agree_on_max(comm, trials.round_s()));
    if (trials.ended()) {
      correct();
      decision_->watch = {};
    }
  }
  return result;
}

void LearningAuto::correct() {
  for (const std::size_t i : decision_->trials.tried()) {
    const Candidate& tried = decision_->candidates[i];
    if (tried.model_s > 0)
      corrections_[tried.algorithm] = decision_->trials.median_s(i) / tried.model_s;
  }
}

double LearningAuto::correction_of(const std::string& algorithm) const {
  if (corrections_.empty()) return 1;
  const auto measured = corrections_.find(algorithm);
  if (measured != corrections_.end()) return measured->second;
  std::vector<double> all;
  for (const auto& [other, correction] : corrections_) all.push_back(correction);
  return model::median(all);
}

}  // namespace sparlab::algos
