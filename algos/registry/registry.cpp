#include "algos/registry/registry.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algos/registry/registered_algorithm.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos {
namespace {

/// The rows of all families, split into public information and code.
struct Registry {
  std::vector<AlgorithmInfo> infos;
  std::vector<Code> code;

  Registry() {
#define SPARLAB_ADD_FAMILY(family) add(family##_algorithms());
    SPARLAB_FOR_FAMILIES(SPARLAB_ADD_FAMILY)
#undef SPARLAB_ADD_FAMILY
  }

 private:
  void add(std::span<const RegisteredAlgorithm> family) {
    for (const RegisteredAlgorithm& row : family) {
      infos.push_back(row.info);
      code.push_back(row.code);
    }
  }
};

const Registry& registry() {
  static const Registry all;
  return all;
}

/// Checks settings against P and N before they are used.
template <class Stream>
class CheckedReducer final : public Reducer<Stream> {
 public:
  CheckedReducer(model::Algorithm algorithm, std::unique_ptr<Reducer<Stream>> reducer)
      : algorithm_(std::move(algorithm)), reducer_(std::move(reducer)) {}

  Stream reduce(runtime::Comm& comm, Stream input) override {
    const model::Shape shape{static_cast<std::uint64_t>(comm.size()), input.range().size()};
    if (checked_ != shape) algorithm_.check(shape);
    checked_ = shape;
    return reducer_->reduce(comm, std::move(input));
  }
  const Stream* residual() const override { return reducer_->residual(); }
  bool keeps_state() const override { return reducer_->keeps_state(); }
  std::uint64_t calls_alike() const override { return reducer_->calls_alike(); }
  void pass_over(std::uint64_t calls) override { reducer_->pass_over(calls); }
  void transfer_state(StateArchive& archive) override { reducer_->transfer_state(archive); }

 private:
  model::Algorithm algorithm_;
  std::unique_ptr<Reducer<Stream>> reducer_;
  std::optional<model::Shape> checked_;
};

}  // namespace

std::span<const AlgorithmInfo> algorithms() { return registry().infos; }

const AlgorithmInfo* find_algorithm(std::string_view spec) {
  const auto all = algorithms();
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

template <class Stream>
std::unique_ptr<Reducer<Stream>> make_reducer(const model::Algorithm& algorithm,
                                              const AllreduceOptions<Stream>& options) {
  if constexpr (Code::kHas<Stream>) {
    const auto place = &info_of(algorithm) - algorithms().data();
    const auto make = registry().code[static_cast<std::size_t>(place)].template maker<Stream>();
    if (make == nullptr) return nullptr;
    auto reducer = make(algorithm, options);
    if (algorithm.spec() == algorithm.name()) return reducer;  // defaults suit every P and N
    return std::make_unique<CheckedReducer<Stream>>(algorithm, std::move(reducer));
  } else {
    throw model::ParameterError(
        "the type of streams", "not compiled",
        "float with 32-bit and double with 64-bit indices; with the CMake "
        "option SPARLAB_ALL_STREAM_TYPES also float with 64-bit and double, "
        "bfloat16 and half with 32-bit indices");
  }
}

template <class Stream>
std::unique_ptr<Reducer<Stream>> make_reducer(std::string_view spec,
                                              const AllreduceOptions<Stream>& options) {
  return make_reducer<Stream>(model::Algorithm(spec), options);
}

template <class Stream>
AllreduceByName<Stream> find_allreduce(std::string_view spec) {
  const model::Algorithm algorithm(spec);
  if (info_of(algorithm).native_mpi) return {};
  return [algorithm](runtime::Comm& comm, Stream input, const AllreduceOptions<Stream>& options) {
    return make_reducer<Stream>(algorithm, options)->reduce(comm, std::move(input));
  };
}

#define SPARLAB_INSTANTIATE_FOR(...)                                  \
  template std::unique_ptr<Reducer<__VA_ARGS__>> make_reducer(        \
      const model::Algorithm&, const AllreduceOptions<__VA_ARGS__>&); \
  template std::unique_ptr<Reducer<__VA_ARGS__>> make_reducer(        \
      std::string_view, const AllreduceOptions<__VA_ARGS__>&);        \
  template AllreduceByName<__VA_ARGS__> find_allreduce(std::string_view);
#define SPARLAB_INSTANTIATE(Value, Index) SPARLAB_INSTANTIATE_FOR(SparseStream<Value, Index>)
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
SPARLAB_INSTANTIATE_FOR(CountedStream)
#undef SPARLAB_INSTANTIATE
#undef SPARLAB_INSTANTIATE_FOR

}  // namespace sparlab::algos
