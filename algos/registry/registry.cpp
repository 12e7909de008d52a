#include "algos/registry/registry.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algos/registry/file_algorithms.hpp"
#include "algos/registry/registered_algorithm.hpp"
#include "algos/registry/switch_algorithms.hpp"
#include "model/base/contract.hpp"
#include "model/parameters/scheduled.hpp"

namespace sparlab::algos {
namespace {

/// The rows of the table, split into public information and code.
struct Registry {
  std::vector<AlgorithmInfo> infos;
  std::vector<MakeReducer> makers;

  std::vector<std::size_t> begin;  ///< of each table

  Registry() {
    for (const auto& rows :
         {registered_algorithms(), registered_file_algorithms(), registered_switch_algorithms()}) {
      begin.push_back(infos.size());
      for (const RegisteredAlgorithm& row : rows) {
        infos.push_back(row.info);
        makers.push_back(row.make);
      }
    }
    begin.push_back(infos.size());
  }

  std::span<const AlgorithmInfo> table(std::size_t number) const {
    return std::span(infos).subspan(begin[number], begin[number + 1] - begin[number]);
  }
};

const Registry& registry() {
  static const Registry all;
  return all;
}

/// Checks settings against P and N before they are used.
class CheckedReducer final : public Reducer {
 public:
  CheckedReducer(model::Algorithm algorithm, std::unique_ptr<Reducer> reducer)
      : algorithm_(std::move(algorithm)), reducer_(std::move(reducer)) {}

  Stream reduce(runtime::Comm& comm, Stream input) override {
    const model::Shape shape{static_cast<std::uint64_t>(comm.size()), input.range().size()};
    if (checked_ != shape) algorithm_.check(shape);
    checked_ = shape;
    return reducer_->reduce(comm, std::move(input));
  }
  const Stream* residual() const override { return reducer_->residual(); }
  PlannedReduction* planned() override { return reducer_->planned(); }
  bool keeps_state() const override { return reducer_->keeps_state(); }
  std::uint64_t identical_calls() const override { return reducer_->identical_calls(); }
  void skip_calls(std::uint64_t calls) override { reducer_->skip_calls(calls); }
  void transfer_state(StateArchive& archive) override { reducer_->transfer_state(archive); }

 private:
  model::Algorithm algorithm_;
  std::unique_ptr<Reducer> reducer_;
  std::optional<model::Shape> checked_;
};

}  // namespace

std::span<const AlgorithmInfo> algorithms() { return registry().table(0); }

std::span<const AlgorithmInfo> file_algorithms() { return registry().table(1); }

std::span<const AlgorithmInfo> switch_algorithms() { return registry().table(2); }

bool ranks_round_apart(const model::Algorithm& algorithm) {
  if (algorithm.name() != "scheduled") return false;
  const model::ScheduledParameters& parameters = algorithm.parameters();
  return parameters.ranks_round_apart();
}

bool needs_switches(const model::Algorithm& algorithm) {
  const auto all = switch_algorithms();
  return std::ranges::find(all, algorithm.name(), &AlgorithmInfo::name) != all.end();
}

const AlgorithmInfo* find_algorithm(std::string_view spec) {
  const auto& all = registry().infos;
  const auto found = std::ranges::find(all, model::name_of_spec(spec), &AlgorithmInfo::name);
  return found == all.end() ? nullptr : &*found;
}

const AlgorithmInfo& info_of(const model::Algorithm& algorithm) {
  const AlgorithmInfo* const info = find_algorithm(algorithm.name());
  SPARLAB_EXPECTS(info != nullptr);
  return *info;
}

std::vector<model::ParameterInfo> AlgorithmInfo::parameters() const {
  return model::find_algorithm_model(name)->parameters.list();
}

Mass mass_of(const model::Algorithm& algorithm) {
  return algorithm.parameters().loses_mass() ? Mass::lost : info_of(algorithm).mass;
}

bool is_dense(const model::Algorithm& algorithm) { return info_of(algorithm).dense(); }

std::unique_ptr<Reducer> make_reducer(const model::Algorithm& algorithm,
                                      const AllreduceOptions& options) {
  const auto place = &info_of(algorithm) - registry().infos.data();
  const MakeReducer make = registry().makers[static_cast<std::size_t>(place)];
  algorithm.require(options.collective, options.roots);
  if (make == nullptr) return nullptr;
  auto reducer = make(algorithm, options);
  if (algorithm.spec() == algorithm.name()) return reducer;  // defaults suit every P and N
  return std::make_unique<CheckedReducer>(algorithm, std::move(reducer));
}

std::unique_ptr<Reducer> make_reducer(std::string_view spec, const AllreduceOptions& options) {
  return make_reducer(model::Algorithm(spec), options);
}

AllreduceByName find_allreduce(std::string_view spec) {
  const model::Algorithm algorithm(spec);
  if (info_of(algorithm).native) return {};
  return [algorithm](runtime::Comm& comm, Stream input, const AllreduceOptions& options) {
    return make_reducer(algorithm, options)->reduce(comm, std::move(input));
  };
}

}  // namespace sparlab::algos
