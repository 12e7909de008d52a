#include "algos/systems/kylix/kylix.hpp"

#include <utility>

#include "algos/steps/agree.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos {

Stream Kylix::reduce(runtime::Comm& comm, Stream input) {
  counted_ = input.is_counted();
  input = drop_neutral(comm, std::move(input), options_.op);
  if (comm.size() == 1) return input;
  if (must_configure(comm, input)) plan(comm, input);
  ++served_;
  return execute(comm, std::move(input));
}

void Kylix::plan(runtime::Comm& comm, const Stream& support) {
  configuration_.reset();  // if ranks disagree, no rank keeps an old one
  configuration_ = configured(comm, support);
  served_ = 0;
}

Stream Kylix::execute(runtime::Comm& comm, Stream input) {
  SPARLAB_EXPECTS(configuration_.has_value());
  const std::vector<kylix::Layer>& layers = configuration_->layers;
  comm.enter_phase("reduce");
  auto values = kylix::values_of(comm, input);
  for (const auto& layer : layers) values = layer.reduce(comm, values, options_.op);
  comm.enter_phase("gather");
  for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer)
    values = layer->gather(comm, values);
  return kylix::stream_of(comm, configuration_->reduced, values);
}

/// The first call of a configuration configures, and the others do not.
std::uint64_t Kylix::identical_calls() const {
  if (!counted_ || !parameters_.reuse || served_ < 2) return 0;
  return parameters_.calls - served_;
}

void Kylix::skip_calls(std::uint64_t calls) {
  SPARLAB_EXPECTS(calls <= identical_calls());
  served_ += calls;
}

bool Kylix::must_configure(runtime::Comm& comm, const Stream& input) const {
  if (!parameters_.reuse || !configuration_ || served_ == parameters_.calls) return true;
  comm.enter_phase("agree");
  const bool unchanged = kylix::equals(comm, configuration_->own, input);
  return agree_on_max(comm, unchanged ? 0 : 1) != 0;
}

Kylix::Configuration Kylix::configured(runtime::Comm& comm, const Stream& input) const {
  comm.enter_phase("configure");
  const auto degrees = parameters_.layers(static_cast<std::uint64_t>(comm.size()));
  Configuration configuration{{}, kylix::indices_of(comm, input), {}};
  kylix::IndexSet indices = configuration.own;
  int stride = 1;
  for (const std::uint64_t degree : degrees) {
    auto& layer = configuration.layers.emplace_back(
        kylix::Group::of(comm.rank(), stride, static_cast<int>(degree)));
    indices = layer.configure(comm, indices);
    stride *= static_cast<int>(degree);
  }
  for (auto layer = configuration.layers.rbegin(); layer != configuration.layers.rend(); ++layer)
    indices = layer->configure_gather(comm, indices);
  configuration.reduced = std::move(indices);
  return configuration;
}

}  // namespace sparlab::algos
