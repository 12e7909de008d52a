#include "experiments/run/mpi_worker/gloo_group.hpp"

#include "base/errors/errors.hpp"

#ifdef SPARLAB_HAVE_GLOO

#include <gloo/allreduce.h>
#include <gloo/allreduce_halving_doubling.h>
#include <gloo/math.h>
#include <gloo/rendezvous/context.h>
#include <gloo/rendezvous/store.h>
#include <gloo/transport/tcp/device.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "experiments/run/mpi_worker/placement.hpp"
#include "experiments/run/mpi_worker/texts.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

/// The texts of all ranks, on all ranks. Collective.
std::vector<std::string> all_texts(runtime::Comm& comm, const std::string& text) {
  std::string lengths;
  std::string joined;
  for (const std::string& one : gather_text(comm, text)) {
    lengths += std::to_string(one.size()) + ' ';
    joined += one;
  }
  lengths = broadcast_text(comm, lengths);
  joined = broadcast_text(comm, joined);
  std::vector<std::string> texts;
  std::size_t begin = 0;
  const char* at = lengths.c_str();
  for (int rank = 0; rank < comm.size(); ++rank) {
    char* end = nullptr;
    texts.push_back(joined.substr(begin, std::strtoull(at, &end, 10)));
    begin += texts.back().size();
    at = end;
  }
  return texts;
}

/// Where Gloo's ranks find the names and addresses of the others. All ranks set the same keys in
/// the same order; a key ends with the number of the rank that sets it.
class AddressExchange final : public gloo::rendezvous::Store {
 public:
  explicit AddressExchange(runtime::Comm& comm) : comm_(comm) {}

  void set(const std::string& key, const std::vector<char>& data) override {
    texts_[key.substr(0, digits_of(key))] = all_texts(comm_, {data.begin(), data.end()});
  }
  std::vector<char> get(const std::string& key) override {
    const std::size_t digits = digits_of(key);
    const std::string& found = texts_.at(key.substr(0, digits)).at(std::stoul(key.substr(digits)));
    return {found.begin(), found.end()};
  }
  void wait(const std::vector<std::string>& /*keys*/) override {}

 private:
  /// Where the number at the end of a key begins.
  static std::size_t digits_of(const std::string& key) {
    return key.find_last_not_of("0123456789") + 1;
  }

  runtime::Comm& comm_;
  std::map<std::string, std::vector<std::string>> texts_;  ///< of all ranks, by the rest of the key
};

gloo::transport::tcp::attr interface_of(runtime::Comm& comm) {
  const std::vector<std::string> hosts = all_texts(comm, own_place().host);
  gloo::transport::tcp::attr chosen;
  if (const char* const name = std::getenv("GLOO_SOCKET_IFNAME"); name != nullptr)
    chosen.iface = name;
  else if (std::ranges::count(hosts, hosts.front()) == comm.size())
    chosen.hostname = "127.0.0.1";
  else
    chosen.hostname = own_place().host;
  return chosen;
}

}  // namespace

class GlooGroup::Impl {
 public:
  explicit Impl(runtime::Comm& comm) : context_(connected(comm)) {}

  template <class Value>
  void allreduce(std::span<Value> inout, model::GlooAllreduce algorithm) {
    if (algorithm == model::GlooAllreduce::halving_doubling) return halve_and_double(inout);
    gloo::AllreduceOptions options(context_);
    options.setAlgorithm(algorithm == model::GlooAllreduce::ring
                             ? gloo::AllreduceOptions::Algorithm::RING
                             : gloo::AllreduceOptions::Algorithm::BCUBE);
    options.setOutput(inout.data(), inout.size());
    options.setReduceFunction([](void* sum, const void* one, const void* other, std::size_t count) {
      gloo::sum<Value>(sum, one, other, count);
    });
    gloo::allreduce(options);
  }

 private:
  static std::shared_ptr<gloo::Context> connected(runtime::Comm& comm) {
    auto device = gloo::transport::tcp::CreateDevice(interface_of(comm));
    auto context = std::make_shared<gloo::rendezvous::Context>(comm.rank(), comm.size());
    AddressExchange addresses(comm);
    context->connectFullMesh(addresses, device);
    return context;
  }

  /// This algorithm of Gloo works in memory that is registered before.
  template <class Value>
  struct Registered {
    std::vector<Value> values;
    std::unique_ptr<gloo::AllreduceHalvingDoubling<Value>> run;
  };

  template <class Value>
  void halve_and_double(std::span<Value> inout) {
    auto& held = [&]() -> Registered<Value>& {
      if constexpr (std::is_same_v<Value, float>) {
        return floats_;
      } else {
        return doubles_;
      }
    }();
    if (held.values.size() != inout.size()) {
      held.run.reset();
      held.values.resize(inout.size());
      held.run = std::make_unique<gloo::AllreduceHalvingDoubling<Value>>(
          context_, std::vector<Value*>{held.values.data()}, static_cast<int>(inout.size()));
    }
    std::ranges::copy(inout, held.values.begin());
    held.run->run();
    std::ranges::copy(held.values, inout.begin());
  }

  std::shared_ptr<gloo::Context> context_;
  Registered<float> floats_;
  Registered<double> doubles_;
};

}  // namespace sparlab::experiments::run::mpi

#else

namespace sparlab::experiments::run::mpi {

class GlooGroup::Impl {
 public:
  explicit Impl(runtime::Comm& /*comm*/) {
    throw base::EnvironmentError(
        "this sparlab was built without Gloo; install it (Debian: libgloo-dev) and build again");
  }
  template <class Value>
  void allreduce(std::span<Value> /*inout*/, model::GlooAllreduce /*algorithm*/) {}
};

}  // namespace sparlab::experiments::run::mpi

#endif

namespace sparlab::experiments::run::mpi {

GlooGroup::GlooGroup(runtime::Comm& comm) : impl_(std::make_unique<Impl>(comm)) {}
GlooGroup::~GlooGroup() = default;

template <class Value>
void GlooGroup::allreduce(std::span<Value> inout, model::GlooAllreduce algorithm) {
  impl_->allreduce(inout, algorithm);
}

template void GlooGroup::allreduce(std::span<float>, model::GlooAllreduce);
template void GlooGroup::allreduce(std::span<double>, model::GlooAllreduce);

}  // namespace sparlab::experiments::run::mpi
