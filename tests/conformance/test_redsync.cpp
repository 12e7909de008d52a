#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "algos/error_feedback/held_back.hpp"
#include "algos/registry/registry.hpp"
#include "runtime/decorators/counting_comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/streams.hpp"

using namespace sparlab;
using conformance::dense_values;
using Stream = conformance::FloatStream;
using Vector = std::vector<double>;

namespace {

constexpr std::uint64_t kUniverse = 600;

Vector laplace(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::exponential_distribution<double> magnitude;
  Vector values(kUniverse);
  for (double& value : values) value = (random() % 2 == 0 ? 1 : -1) * magnitude(random);
  return values;
}

Stream dense_stream(const Vector& values) {
  return conformance::dense_stream(std::vector<float>(values.begin(), values.end()));
}

double total(const Vector& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

void add(Vector& sum, const Vector& more) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
}

/// The results and residuals of several calls with gradients laplace(call * 100 + rank).
struct Calls {
  std::vector<Stream> results;
  std::vector<double> bytes;  ///< sent by all ranks, of each call
  Vector inputs = Vector(kUniverse, 0.0);
  Vector residuals = Vector(kUniverse, 0.0);
  Vector sum_of_results() const {
    Vector sum(kUniverse, 0.0);
    for (const Stream& result : results) add(sum, dense_values(result));
    return sum;
  }
};

Calls run_calls(const std::string& spec, int ranks, int calls) {
  Calls found;
  found.bytes.resize(static_cast<std::size_t>(calls));
  runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
    const auto reducer = algos::make_reducer(spec, {});
    for (int call = 0; call < calls; ++call) {
      const Vector gradient = laplace(static_cast<std::uint64_t>(call * 100 + comm.rank()));
      add(found.inputs, dense_values(dense_stream(gradient)));
      runtime::decorators::CountingComm counting(comm);
      Stream result = reducer->reduce(counting, dense_stream(gradient));
      found.bytes[static_cast<std::size_t>(call)] += counting.total().bytes_sent;
      if (comm.rank() == 0) found.results.push_back(std::move(result));
    }
    if (reducer->residual()->count() > 0) add(found.residuals, dense_values(*reducer->residual()));
  });
  return found;
}

}  // namespace

TEST_CASE("quantized RGC conserves the sum of all values, and not every entry's") {
  for (const std::string form : {"corrected", "published"}) {
    for (const int ranks : {1, 2, 5, 8}) {
      const Calls calls =
          run_calls("redsync_rgc_quantized(k=40, dense_below=0, form=" + form + ")", ranks, 6);
      Vector kept = calls.sum_of_results();
      add(kept, calls.residuals);
      double largest_difference = 0;
      for (std::size_t i = 0; i < kept.size(); ++i) {
        largest_difference = std::max(largest_difference, std::abs(kept[i] - calls.inputs[i]));
      }
      CAPTURE(form, ranks);
      CHECK(total(kept) == Approx(total(calls.inputs)).margin(1e-2));
      CHECK(largest_difference > 0.1);
    }
  }
}

TEST_CASE("quantized RGC sends positive and negative entries in turns") {
  const Calls calls = run_calls("redsync_rgc_quantized(k=40, dense_below=0)", 3, 4);
  for (std::size_t call = 0; call < calls.results.size(); ++call) {
    CAPTURE(call);
    for (const float value : calls.results[call].values()) {
      if (call % 2 == 0) CHECK(value >= 0);
      if (call % 2 == 1) CHECK(value <= 0);
    }
  }
}

TEST_CASE("the published quantized RGC mixes signs where fewer than k entries have one") {
  const auto result_of = [](const std::string& form) {
    Stream result;
    runtime::loggp::run({}, 1, [&](runtime::Comm& comm) {
      const Stream input({0, 10}, std::vector<std::uint32_t>{1, 3, 4, 8},
                         std::vector<float>{6, -2, -1, -9});
      result =
          algos::make_reducer("redsync_rgc_quantized(k=3, dense_below=0, form=" + form + ")", {})
              ->reduce(comm, input);
    });
    return result;
  };
  const Stream corrected = result_of("corrected");
  REQUIRE(corrected.count() == 1);
  CHECK(corrected.values()[0] == 6);
  const Stream published = result_of("published");
  REQUIRE(published.count() == 3);
  for (const float value : published.values()) CHECK(value == 1);
}

TEST_CASE("every RGC call sends at least k entries, and a search at most 2k") {
  constexpr double kEntry = 8;
  constexpr double kHeader = 32;
  const auto entries = [](double bytes) { return (bytes / 2 - kHeader) / kEntry; };  // of 2 ranks
  for (const double bytes : run_calls("redsync_rgc(k=40, dense_below=0)", 2, 4).bytes) {
    CHECK(entries(bytes) == 40);
  }
  const Calls searched = run_calls("redsync_rgc(k=40, dense_below=0, search_from=0)", 2, 6);
  for (const std::size_t call : {0U, 5U}) {
    CHECK(entries(searched.bytes[call]) >= 40);
    CHECK(entries(searched.bytes[call]) <= 80);
  }
}

TEST_CASE("a searched threshold serves as many calls as reuse says, the published one a single") {
  // The gradient grows: a reused threshold selects more and more entries.
  const auto counts = [](const std::string& settings) {
    std::vector<std::uint64_t> found;
    runtime::loggp::run({}, 1, [&](runtime::Comm& comm) {
      const auto reducer = algos::make_reducer(
          "redsync_rgc(k=40, dense_below=0, search_from=0" + settings + ")", {});
      for (int call = 0; call < 6; ++call) {
        Vector gradient = laplace(static_cast<std::uint64_t>(call));
        for (double& value : gradient) value *= std::pow(3, call);
        const auto result = reducer->reduce(comm, dense_stream(gradient));
        found.push_back(static_cast<std::uint64_t>(result.count()));
      }
    });
    return found;
  };
  const auto reused = counts("");
  for (int call = 1; call < 5; ++call) CHECK(reused[static_cast<std::size_t>(call)] > 80);
  CHECK(reused[5] <= 80);
  for (const std::uint64_t count : counts(", reuse=1")) CHECK(count <= 80);
  for (const std::uint64_t count : counts(", form=published")) CHECK(count < 160);
}

TEST_CASE("held velocity is momentum correction and masking, for coo and dense streams alike") {
  for (const bool nesterov : {false, true}) {
    const algos::error_feedback::MomentumOptions options{0.75, nesterov};
    std::vector<float> velocity(kUniverse, 0.0F);
    algos::error_feedback::HeldVelocity dense(options);
    algos::error_feedback::HeldVelocity sparse(options);
    for (std::uint64_t call = 0; call < 5; ++call) {
      const Vector gradient = laplace(call);
      std::vector<std::uint32_t> indices;
      std::vector<float> values;
      for (std::uint32_t i = 0; i < kUniverse; ++i) {
        indices.push_back(i);
        values.push_back(static_cast<float>(gradient[i]));
      }
      const Stream coo({0, kUniverse}, indices, values);
      Vector moved;
      for (std::size_t i = 0; i < kUniverse; ++i) {
        velocity[i] = 0.75F * velocity[i] + values[i];
        moved.push_back(static_cast<double>(nesterov ? velocity[i] + values[i] : velocity[i]));
      }
      CHECK(dense_values(dense.advance(dense_stream(gradient))) == moved);
      CHECK(dense_values(sparse.advance(coo)) == moved);
      std::vector<std::uint32_t> sent;
      for (std::uint32_t i = static_cast<std::uint32_t>(call); i < kUniverse; i += 7) {
        sent.push_back(i);
        velocity[i] = 0;
      }
      const Stream sent_entries({0, kUniverse}, sent, std::vector<float>(sent.size(), 1.0F));
      dense.mask(sent_entries);
      sparse.mask(sent_entries);
    }
  }
}

TEST_CASE("with momentum a result and the residuals are the former residuals and the velocities") {
  constexpr float kMomentum = 0.75F;
  runtime::loggp::run({}, 1, [&](runtime::Comm& comm) {
    const auto reducer = algos::make_reducer("redsync_rgc(k=40, dense_below=0, momentum=0.75)", {});
    Vector velocity(kUniverse, 0.0);
    Vector former(kUniverse, 0.0);
    for (std::uint64_t call = 0; call < 5; ++call) {
      const Vector gradient = dense_values(dense_stream(laplace(call)));
      for (std::size_t i = 0; i < kUniverse; ++i) {
        velocity[i] = static_cast<double>(kMomentum) * velocity[i] + gradient[i];
        former[i] += velocity[i];
      }
      const Stream result = reducer->reduce(comm, dense_stream(gradient));
      Vector kept = dense_values(result);
      add(kept, dense_values(*reducer->residual()));
      for (std::size_t i = 0; i < kUniverse; ++i) {
        CHECK(kept[i] == Approx(former[i]).margin(1e-5));
      }
      for (const std::uint32_t index : result.indices()) velocity[index] = 0;
      former = dense_values(*reducer->residual());
    }
  });
}

TEST_CASE("a dense RedSync call adds up velocities and clears nothing") {
  for (const std::string name : {"redsync_rgc", "redsync_rgc_quantized"}) {
    runtime::loggp::run({}, 3, [&](runtime::Comm& comm) {
      const auto reducer = algos::make_reducer(name + "(momentum=0.5)", {});
      const Stream ones = dense_stream(Vector(kUniverse, 1.0));
      for (const double expected : {3.0, 4.5, 5.25}) {
        CHECK(dense_values(reducer->reduce(comm, ones.clone())) == Vector(kUniverse, expected));
      }
    });
  }
}

TEST_CASE("RedSync's settings decide its period, and momentum that mass is lost") {
  CHECK(model::Algorithm("redsync_rgc").period() == 5);
  CHECK(model::Algorithm("redsync_rgc(form=published)").period() == 1);
  CHECK(model::Algorithm("redsync_rgc_quantized").period() == 2);
  CHECK(algos::mass_of(model::Algorithm("redsync_rgc")) == algos::Mass::conserved);
  CHECK(algos::mass_of(model::Algorithm("redsync_rgc(momentum=0)")) == algos::Mass::conserved);
  CHECK(algos::mass_of(model::Algorithm("redsync_rgc(momentum=0.5)")) == algos::Mass::lost);
  CHECK(algos::mass_of(model::Algorithm("redsync_rgc_quantized")) == algos::Mass::lost);
  CHECK(algos::mass_of(model::Algorithm("oktopk(k=8)")) == algos::Mass::conserved);
  CHECK_THROWS_AS(algos::mass_of(model::Algorithm("redsync")), model::ParameterError);
}
