#include "algos/registry/registry.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algos/registry/families.hpp"

namespace sparlab::algos {
namespace {

std::vector<AlgorithmInfo> collect_infos() {
  std::vector<AlgorithmInfo> all;
  for (const auto family :
       {dense_infos(), sparcml_infos(), top_k_infos(), oktopk_infos(), redsync_infos(),
        s2_reducer_infos(), servers_infos(), trees_infos(), sparlab_infos()}) {
    all.insert(all.end(), family.begin(), family.end());
  }
  return all;
}

template <class Stream>
const Code<Stream>* find_code(std::string_view name) {
  for (const auto family :
       {dense_code<Stream>(), sparcml_code<Stream>(), top_k_code<Stream>(), oktopk_code<Stream>(),
        redsync_code<Stream>(), s2_reducer_code<Stream>(), servers_code<Stream>(),
        trees_code<Stream>(), sparlab_code<Stream>()}) {
    const auto found = std::ranges::find(family, name, &Code<Stream>::name);
    if (found != family.end()) return &*found;
  }
  return nullptr;
}

const AlgorithmInfo& required_info(std::string_view spec) {
  const AlgorithmInfo* const info = find_algorithm(spec);
  if (info == nullptr) {
    throw model::ParameterError("algorithm", std::string(spec), "one of " + algorithm_names());
  }
  return *info;
}

/// Holds settings against P and N before they are used.
template <class Stream>
class CheckedReducer final : public Reducer<Stream> {
 public:
  CheckedReducer(const AlgorithmInfo& info, model::Settings settings,
                 std::unique_ptr<Reducer<Stream>> reducer)
      : info_(info), settings_(std::move(settings)), reducer_(std::move(reducer)) {}

  Stream reduce(runtime::Comm& comm, Stream input) override {
    const model::Shape shape{static_cast<std::uint64_t>(comm.size()), input.range().size()};
    if (checked_ != shape) info_.parameters.checked(settings_, shape);
    checked_ = shape;
    return reducer_->reduce(comm, std::move(input));
  }
  const Stream* residual() const override { return reducer_->residual(); }
  void transfer_state(StateArchive& archive) override { reducer_->transfer_state(archive); }

 private:
  const AlgorithmInfo& info_;
  model::Settings settings_;
  std::unique_ptr<Reducer<Stream>> reducer_;
  std::optional<model::Shape> checked_;
};

}  // namespace

std::span<const AlgorithmInfo> algorithms() {
  static const std::vector<AlgorithmInfo> all = collect_infos();
  return all;
}

std::string algorithm_names() {
  std::string names;
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.native_mpi) continue;
    names += names.empty() ? "" : ", ";
    names += info.name;
  }
  return names;
}

const AlgorithmInfo* find_algorithm(std::string_view spec) {
  const auto all = algorithms();
  const auto found = std::ranges::find(all, model::name_of_spec(spec), &AlgorithmInfo::name);
  return found == all.end() ? nullptr : &*found;
}

std::string canonical_spec(std::string_view spec) {
  const AlgorithmInfo& info = required_info(spec);
  model::AlgorithmSpec parsed = model::parse_spec(spec);
  parsed.settings = info.parameters.canonical(parsed.settings);
  return to_text(parsed);
}

std::string checked_spec(std::string_view spec, const model::Shape& shape) {
  const AlgorithmInfo& info = required_info(spec);
  model::AlgorithmSpec parsed = model::parse_spec(spec);
  parsed.settings = info.parameters.checked(parsed.settings, shape);
  return to_text(parsed);
}

std::uint64_t period_of(std::string_view spec) {
  return required_info(spec).parameters.period(model::parse_spec(spec).settings);
}

template <class Stream>
std::unique_ptr<Reducer<Stream>> make_reducer(std::string_view spec,
                                              const AllreduceOptions<Stream>& options) {
  const AlgorithmInfo& info = required_info(spec);
  if (info.native_mpi) return nullptr;
  const model::AlgorithmSpec parsed = model::parse_spec(spec);
  auto reducer = find_code<Stream>(info.name)->make(parsed.settings, options);
  if (parsed.settings.empty()) return reducer;  // defaults suit every P and N
  return std::make_unique<CheckedReducer<Stream>>(info, parsed.settings, std::move(reducer));
}

template <class Stream>
AllreduceByName<Stream> find_allreduce(std::string_view spec) {
  if (required_info(spec).native_mpi) return {};
  return [spec = std::string(spec)](runtime::Comm& comm, Stream input,
                                    const AllreduceOptions<Stream>& options) {
    return make_reducer<Stream>(spec, options)->reduce(comm, std::move(input));
  };
}

#define SPARLAB_INSTANTIATE(STREAM)                                                        \
  template std::unique_ptr<Reducer<STREAM>> make_reducer(std::string_view,                 \
                                                         const AllreduceOptions<STREAM>&); \
  template AllreduceByName<STREAM> find_allreduce(std::string_view);
using F32 = SparseStream<float, std::uint32_t>;
using F32Wide = SparseStream<float, std::uint64_t>;
using F64 = SparseStream<double, std::uint32_t>;
using F64Wide = SparseStream<double, std::uint64_t>;
SPARLAB_INSTANTIATE(F32)
SPARLAB_INSTANTIATE(F32Wide)
SPARLAB_INSTANTIATE(F64)
SPARLAB_INSTANTIATE(F64Wide)
SPARLAB_INSTANTIATE(CountedStream)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos
