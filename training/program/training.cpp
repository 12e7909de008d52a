#include "training/program/training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "algos/collectives/collectives.hpp"
#include "algos/streams/stream_hash.hpp"
#include "inputs/formats/recording.hpp"
#include "model/base/contract.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "training/steps/exchange.hpp"

namespace sparlab::training {
namespace {

using runtime::WorkKind;

/// What a rank says of an epoch.
enum Item : std::size_t {
  loss,
  correct,
  compute_s,
  exchange_s,
  in_sum,
  sent,
  put_in,
  put_in_magnitude,
  left,
  applied,
  bad_step,   ///< the first step with a number that is not finite; 0: none
  hash_high,  ///< of the weights
  hash_low,
  items
};
using Report = std::array<double, items>;

/// The reports of all ranks, by rank.
std::vector<Report> gather(runtime::Comm& comm, const Report& own) {
  using Numbers = algos::SparseStream<double, std::uint32_t>;
  const auto ranks = static_cast<std::size_t>(comm.size());
  std::array<std::uint32_t, items> indices{};
  for (std::size_t i = 0; i < items; ++i)
    indices[i] = static_cast<std::uint32_t>(static_cast<std::size_t>(comm.rank()) * items + i);
  algos::AllreduceOptions options;
  options.dense_switch = algos::DenseSwitch::never;
  const Numbers all = algos::sparse_allgather(comm,
                                              Numbers(model::Range{0, ranks * items},
                                                      std::span<const std::uint32_t>(indices), own),
                                              options)
                          .as<Numbers>();
  SPARLAB_EXPECTS(all.count() == ranks * items);
  std::vector<Report> reports(ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank)
    std::copy_n(all.values().begin() + static_cast<std::ptrdiff_t>(rank * items),
                static_cast<std::size_t>(items), reports[rank].begin());
  return reports;
}

double sum_of(const std::vector<Report>& reports, Item item) {
  double sum = 0;
  for (const Report& report : reports) sum += report[item];
  return sum;
}

}  // namespace

/// The state of one rank.
class Training::Rank {
 public:
  Rank(Training& all, runtime::Comm& comm)
      : all_(all),
        comm_(comm),
        rows_(all.set_.rows_of(static_cast<std::uint64_t>(comm.rank()),
                               static_cast<std::uint64_t>(comm.size()))),
        local_(all.rule_.coordinates > 0
                   ? make_coordinate_step(all.set_, *all.columns_, all.rule_, all.job_.pass,
                                          comm.rank(), comm.size())
                   : make_gradient_step(all.set_, all.rule_, all.job_.pass, all.sums_, comm.rank(),
                                        comm.size())),
        exchange_(all.rule_, all.algorithm_, all.options_, all.set_.problem.parameters()),
        model_(Typed::uninitialised_dense({0, all.set_.problem.parameters()})),
        weights_(model_.mutable_values()),
        outer_(all.rule_.outer_momentum > 0 ? weights_.size() : 0) {
    std::ranges::fill(weights_, 0.0F);
  }

  void run() {
    bool going = record(0);
    for (std::uint64_t epoch = 1; going && epoch <= all_.job_.epochs; ++epoch) {
      local_->begin_epoch();
      const std::uint64_t steps = local_->steps_per_epoch();
      for (std::uint64_t step = 0; step < steps; ++step) take_step(step + 1 == steps);
      going = record(epoch);
    }
  }

 private:
  void take_step(bool is_last) {
    ++steps_;
    const double begin_s = comm_.now();
    Typed contribution = local_->contribute(comm_, weights_);
    if (bad_step_ == 0 && !local_->finite()) bad_step_ = steps_;
    const double contributed_s = comm_.now();
    const bool records = is_last && !all_.job_.record.empty();
    const bool measures = is_last && exchange_.knows_xi();
    Exchange::Terms terms;
    const Typed sum =
        exchange_.sum(comm_, std::move(contribution), measures || records ? &terms : nullptr);
    const double summed_s = comm_.now();
    update(sum);
    local_->updated(comm_, sum);
    compute_s_ += contributed_s - begin_s + comm_.now() - summed_s;
    if (records) record_entries(terms.selected.as<Typed>());
    if (measures) xi_ = exchange_.xi(comm_, std::move(terms), sum);
  }

  /// Rank 0 writes the entries of all ranks.
  void record_entries(const Typed& own) const {
    if (comm_.rank() != 0) {
      runtime::Request request = comm_.isend(0, own.encode());
      comm_.wait(request);
      return;
    }
    inputs::Recording recording;
    recording.universe = own.range().hi;
    for (int rank = 0; rank < comm_.size(); ++rank) {
      Typed entries = own;
      if (rank > 0) {
        runtime::Request request = comm_.irecv(rank);
        entries = Typed::decode(comm_.wait(request)).stream;
      }
      for_each_entry(entries, [&](std::uint64_t index, float value) {
        if (value == 0) return;
        recording.indices.push_back(static_cast<std::uint32_t>(index));
        recording.values.push_back(value);
      });
      recording.begin.push_back(recording.indices.size());
    }
    const std::string path = fmt::format("{}step{:06}.tkg.gz", all_.job_.record, steps_);
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    inputs::write_recording(path, recording);
  }

  void update(const Typed& sum) {
    const auto parameters = static_cast<double>(weights_.size());
    if (const double decay = local_->decay(); decay != 1) {
      for (float& weight : weights_) weight *= static_cast<float>(decay);
      comm_.charge({WorkKind::dense_sum, parameters});
    }
    const MethodRule& rule = all_.rule_;
    const double factor = local_->sum_factor();
    if (outer_.empty()) {
      subtract(sum, rule.outer_rate * factor, weights_);
    } else {
      // D = eta D + u / P, with the opposite sign.
      for (float& velocity : outer_) velocity *= static_cast<float>(rule.outer_momentum);
      subtract(sum, factor, outer_);
      if (rule.outer_nesterov) subtract(sum, rule.outer_rate * factor, weights_);
      const auto share =
          static_cast<float>(rule.outer_rate * (rule.outer_nesterov ? rule.outer_momentum : 1.0));
      for (std::size_t i = 0; i < outer_.size(); ++i) weights_[i] += share * outer_[i];
      comm_.charge({WorkKind::dense_sum, 2 * parameters});
    }
    const bool dense = sum.format() == algos::Format::dense;
    comm_.charge({dense ? WorkKind::dense_sum : WorkKind::scatter,
                  static_cast<double>(sum.values().size())});
  }

  /// values -= factor * sum.
  static void subtract(const Typed& sum, double factor, std::span<float> values) {
    const auto entries = sum.values();
    const auto indices = sum.indices();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      float& value = values[indices.empty() ? i : indices[i]];
      value -= static_cast<float>(factor * static_cast<double>(entries[i]));
    }
  }

  Report own_report() const {
    const Evaluation sums = evaluate(all_.set_.problem, rows_, weights_);
    const Exchange::Tally& tally = exchange_.tally();
    const std::uint64_t hash = algos::stream_hash(model_);
    Report report{};
    report[loss] = sums.loss;
    report[correct] = static_cast<double>(sums.correct);
    report[compute_s] = compute_s_;
    report[exchange_s] = exchange_.seconds();
    report[in_sum] = tally.in_sum;
    report[sent] = tally.sent;
    report[put_in] = tally.put_in.signed_sum;
    report[put_in_magnitude] = tally.put_in.magnitude;
    report[left] = exchange_.left().signed_sum;
    report[applied] = tally.applied.signed_sum;
    report[bad_step] = static_cast<double>(bad_step_);
    report[hash_high] = static_cast<double>(hash >> 32);
    report[hash_low] = static_cast<double>(hash & 0xffffffff);
    return report;
  }

  /// Returns whether the run goes on; the same on all ranks.
  bool record(std::uint64_t epoch) {
    const std::vector<Report> reports = gather(comm_, own_report());
    EpochRecord made = record_of(epoch, reports);
    std::optional<Stop> stop = broken(made, reports);
    const bool going = !stop;
    last_ = reports;
    time_s_ = made.time_s;
    if (comm_.rank() == 0) {
      all_.curve_.model_hash = algos::stream_hash(model_);
      all_.curve_.epochs.push_back(std::move(made));
      all_.curve_.stop = std::move(stop);
    }
    last_steps_ = steps_;
    return going;
  }

  EpochRecord record_of(std::uint64_t epoch, const std::vector<Report>& reports) const {
    const Problem& problem = all_.set_.problem;
    const auto samples = static_cast<double>(problem.samples);
    EpochRecord made;
    made.epoch = epoch;
    made.steps = steps_;
    made.loss = sum_of(reports, loss) / samples + penalty();
    if (problem.knows_accuracy()) made.accuracy = sum_of(reports, correct) / samples;
    made.mass_error = mass_error(reports);
    for (std::size_t rank = 0; rank < reports.size(); ++rank) {
      const double computed_s = since_last(reports, rank, compute_s);
      const double exchanged_s = since_last(reports, rank, exchange_s);
      if (computed_s + exchanged_s <= made.compute_s + made.exchange_s) continue;
      made.compute_s = computed_s;
      made.exchange_s = exchanged_s;
    }
    made.time_s = time_s_ + made.compute_s + made.exchange_s;
    const auto steps = static_cast<double>(steps_ - last_steps_);
    if (steps == 0) return made;
    const std::uint64_t parameters = problem.parameters();
    made.union_density = since_last(reports, 0, in_sum) / steps / static_cast<double>(parameters);
    for (std::size_t rank = 0; rank < reports.size(); ++rank)
      made.sent += since_last(reports, rank, sent) / steps / static_cast<double>(reports.size());
    made.predicted_union = model::UniformFillIn(parameters, made.sent).distinct(reports.size()) /
                           static_cast<double>(parameters);
    made.xi = xi_;
    return made;
  }

  /// What an item grew by in this epoch.
  double since_last(const std::vector<Report>& reports, std::size_t rank, Item item) const {
    return reports[rank][item] - (last_.empty() ? 0 : last_[rank][item]);
  }

  double penalty() const {
    const double l2 = all_.set_.problem.l2;
    if (l2 == 0) return 0;
    double squares = 0;
    for (const float weight : weights_)
      squares += static_cast<double>(weight) * static_cast<double>(weight);
    return l2 / 2 * squares;
  }

  static double mass_error(const std::vector<Report>& reports) {
    const double magnitude = sum_of(reports, put_in_magnitude);
    if (magnitude == 0) return 0;
    return std::abs(sum_of(reports, put_in) - sum_of(reports, left) - reports.front()[applied]) /
           magnitude;
  }

  std::optional<Stop> broken(const EpochRecord& made, const std::vector<Report>& reports) const {
    for (std::size_t rank = 0; rank < reports.size(); ++rank) {
      const Report& report = reports[rank];
      if (report[bad_step] > 0)
        return Stop{static_cast<std::uint64_t>(report[bad_step]), rank,
                    "a margin or a slope of a sample is not finite; a smaller --rate may help"};
      if (!std::isfinite(report[loss]))
        return Stop{steps_, rank, "the loss is not finite; a smaller --rate may help"};
      if (report[hash_high] != reports[0][hash_high] || report[hash_low] != reports[0][hash_low])
        return Stop{steps_, rank, "its weights differ from those of rank 0"};
    }
    if (all_.curve_.mass_checked && !(made.mass_error <= kMostMassError))
      return Stop{steps_, 0,
                  fmt::format("mass is not conserved: error {:.2g} of at most {:g}",
                              made.mass_error, kMostMassError)};
    return std::nullopt;
  }

  Training& all_;
  runtime::Comm& comm_;
  Rows rows_;
  std::unique_ptr<LocalStep> local_;
  Exchange exchange_;
  Typed model_;
  std::span<float> weights_;  ///< of the model
  std::vector<float> outer_;  ///< -D
  std::uint64_t steps_ = 0;
  std::uint64_t bad_step_ = 0;
  double compute_s_ = 0;
  std::optional<double> xi_;  ///< of the last measurement, on rank 0
  // After the last record.
  std::vector<Report> last_;
  std::uint64_t last_steps_ = 0;
  double time_s_ = 0;
};

Training::Training(const Job& job, const TrainingSet& set, const model::Machine* machine)
    : job_(job),
      set_(set),
      algorithm_(algorithm_of(job.method, job.algorithm, {job.ranks, set.problem.parameters()})),
      rule_(job.method.rule(job.ranks)),
      sums_(set.problem) {
  options_.machine = machine;
  if (rule_.coordinates > 0) columns_ = columns_of(set);
  if (job_.pass.rate.rate == 0)
    job_.pass.rate.rate = rule_.coordinates > 0 ? kCoordinateRate : set.problem.usual_rate;
  curve_.rate = job_.pass.rate.rate;
  curve_.k = selected_of(rule_, algorithm_, set.problem.parameters());
  curve_.mass_checked = algos::mass_of(algorithm_) == algos::Mass::conserved;
}

void Training::run(runtime::Comm& comm) {
  SPARLAB_EXPECTS(static_cast<std::uint64_t>(comm.size()) == job_.ranks);
  // On the heap: stacks of ranks are small.
  std::make_unique<Rank>(*this, comm)->run();
}

}  // namespace sparlab::training
