#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <span>
#include <stdexcept>
#include <vector>

#include "algos/error_feedback/held_back.hpp"
#include "algos/quantizers/qsgd.hpp"
#include "algos/quantizers/sign_mean.hpp"
#include "tests/catch.hpp"

using namespace sparlab::algos;
using namespace sparlab::algos::error_feedback;

namespace {

using Index = std::uint32_t;
using Vector = std::vector<double>;
using Entries = std::map<Index, double>;
using Stream = SparseStream<double, Index>;
constexpr std::size_t kSize = 500;
constexpr std::size_t kChosen = 20;

/// Common signal and noise of equal variance; integers, so that sums are exact.
std::vector<Vector> rank_vectors(std::size_t ranks) {
  std::mt19937 generator(11);
  std::normal_distribution<double> normal(0, 1e4);
  Vector common(kSize);
  for (double& value : common) value = normal(generator);
  std::vector<Vector> all(ranks, common);
  for (Vector& one : all) {
    for (double& value : one) value = std::round(value + normal(generator));
  }
  return all;
}

Entries largest(const Entries& entries, std::size_t count) {
  std::vector<std::pair<Index, double>> order(entries.begin(), entries.end());
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return std::abs(a.second) > std::abs(b.second);
  });
  order.resize(std::min(order.size(), count));
  return {order.begin(), order.end()};
}

Entries top_of(const Vector& values) {
  Entries entries;
  for (std::size_t i = 0; i < values.size(); ++i) entries[static_cast<Index>(i)] = values[i];
  return largest(entries, kChosen);
}

void add(Entries& to, const Entries& from) {
  for (const auto& [index, value] : from) to[index] += value;
}

Stream coo(const Entries& entries, std::size_t size = kSize) {
  std::vector<Index> indices;
  Vector values;
  for (const auto& [index, value] : entries) {
    indices.push_back(index);
    values.push_back(value);
  }
  return {{0, size}, indices, values};
}

Stream dense(const Vector& values) {
  Stream stream = Stream::uninitialised_dense({0, values.size()});
  std::copy(values.begin(), values.end(), stream.mutable_values().begin());
  return stream;
}

Vector vector_of(const sparlab::algos::Stream& stream) {
  const auto values = stream.as<Stream>().values();
  return {values.begin(), values.end()};
}

Vector all_but(const Vector& acc, const Entries& sent) {
  HeldBack held;
  held.hold_all_but(dense(acc), coo(sent, acc.size()));
  return vector_of(held.stream());
}

Vector all_but_common(const Vector& acc, const Entries& sent, const Entries& selected) {
  HeldBack held;
  held.hold_all_but_common(dense(acc), coo(sent), coo(selected));
  return vector_of(held.stream());
}

/// Sum of |acc - update - residuals| over indices: 0 if mass is conserved.
double lost_mass(const std::vector<Vector>& acc, const Entries& update,
                 const std::vector<Vector>& residuals) {
  Vector difference(kSize);
  for (const Vector& one : acc) {
    for (std::size_t i = 0; i < kSize; ++i) difference[i] += one[i];
  }
  for (const Vector& one : residuals) {
    for (std::size_t i = 0; i < kSize; ++i) difference[i] -= one[i];
  }
  for (const auto& [index, value] : update) difference[index] -= value;
  return std::accumulate(difference.begin(), difference.end(), 0.0,
                         [](double sum, double d) { return sum + std::abs(d); });
}

/// Mass lost by gTopk's binomial tree, computed serially, relative to the mass of the update.
double gtopk_loss(std::size_t ranks) {
  const auto acc = rank_vectors(ranks);
  auto residuals = acc;
  std::vector<Entries> sent;
  for (const Vector& one : acc) sent.push_back(top_of(one));
  std::vector<Entries> tree = sent;
  for (std::size_t distance = 1; distance < ranks; distance *= 2) {
    for (std::size_t r = 0; r + distance < ranks; r += 2 * distance) {
      add(tree[r], tree[r + distance]);
      tree[r] = largest(tree[r], kChosen);
    }
  }
  for (std::size_t r = 0; r < ranks; ++r) residuals[r] = all_but_common(acc[r], sent[r], tree[0]);
  double applied = 0;
  for (const auto& entry : tree[0]) applied += std::abs(entry.second);
  return lost_mass(acc, tree[0], residuals) / applied;
}

}  // namespace

TEST_CASE("clearing what was sent conserves mass under an exact sum", "[error_feedback]") {
  const auto acc = rank_vectors(GENERATE(1, 2, 5, 16));
  auto residuals = acc;
  Entries update;
  for (Vector& residual : residuals) {
    const Entries sent = top_of(residual);
    add(update, sent);
    residual = all_but(residual, sent);
  }
  REQUIRE(lost_mass(acc, update, residuals) == 0);
}

TEST_CASE("Ok-Topk's rule conserves mass, where clearing what was sent would lose it",
          "[error_feedback]") {
  const auto acc = rank_vectors(GENERATE(2, 5, 16));
  auto residuals = acc;
  auto cleared = acc;
  Entries sum;
  for (const Vector& one : acc) add(sum, top_of(one));
  const Entries update = largest(sum, kChosen);
  for (std::size_t r = 0; r < acc.size(); ++r) {
    const Entries sent = top_of(acc[r]);
    residuals[r] = all_but_common(acc[r], sent, update);
    cleared[r] = all_but(acc[r], sent);
  }
  REQUIRE(lost_mass(acc, update, residuals) == 0);
  REQUIRE(lost_mass(acc, update, cleared) > 0);
}

TEST_CASE("gTopk's rule conserves mass for two ranks, and its loss grows with P",
          "[error_feedback]") {
  REQUIRE(gtopk_loss(2) == 0);
  double before = 0;
  for (const std::size_t ranks : {4, 8, 16, 32}) {
    const double loss = gtopk_loss(ranks);
    INFO("P = " << ranks << ": " << loss << " of the applied mass, before " << before);
    CHECK(loss > before);
    before = loss;
  }
  REQUIRE(before > 0.2);
}

TEST_CASE("RedSync's sign-mean conserves the total of its set, not the single entries",
          "[error_feedback]") {
  const Vector acc{4, -1, 2, 6, 0};
  const std::vector<Index> chosen{0, 2, 3};
  const Vector values{4, 2, 6};
  const auto set = quantizers::sign_mean<double, Index>({chosen.data(), values.data(), 3},
                                                        quantizers::Sign::positive);
  Entries sent;
  for (const Index index : set.indices) sent[index] = set.mean;
  REQUIRE(all_but(acc, sent) == Vector{0, -1, 0, 0, 0});
  REQUIRE(set.mean * 3 == 12);
  REQUIRE(set.mean != values[1]);
}

TEST_CASE("under QSGD the residual loses what quantization changes", "[error_feedback]") {
  const auto acc = rank_vectors(1);
  const quantizers::Qsgd qsgd({.bits = 4, .bucket = 500});
  std::vector<std::byte> bytes(qsgd.encoded_bytes<double>(kSize));
  qsgd.encode(std::span<const double>(acc[0]), 0, bytes);
  Vector sent(kSize);
  quantizers::decode_qsgd(bytes, std::span<double>(sent));
  Entries update;
  for (std::size_t i = 0; i < kSize; ++i) update[static_cast<Index>(i)] = sent[i];
  double mass = 0;
  for (const double value : acc[0]) mass += std::abs(value);
  const double loss = lost_mass(acc, update, {Vector(kSize)}) / mass;
  INFO("lost " << loss << " of the mass");
  REQUIRE(loss > 0.01);
  REQUIRE(loss < 0.5);
}

TEST_CASE("momentum correction accumulates velocities, and masking clears both", "[momentum]") {
  HeldVelocity velocity({.momentum = 0.5});
  HeldBack residual;
  residual.add(velocity.advance(dense({2, 4})));
  REQUIRE(vector_of(residual.stream()) == Vector{2, 4});
  const auto acc = residual.take_with(velocity.advance(dense({1, 2})));
  REQUIRE(vector_of(acc) == Vector{4, 8});
  const auto sent = coo({{1, 8}}, 2);
  residual.hold_all_but(acc, sent);
  velocity.mask(sent);
  REQUIRE(vector_of(residual.stream()) == Vector{4, 0});
  REQUIRE(vector_of(velocity.advance(dense({0, 0}))) == Vector{1, 0});
}

TEST_CASE("Nesterov's momentum adds the gradient once more", "[momentum]") {
  HeldVelocity velocity({.momentum = 0.5, .nesterov = true});
  REQUIRE(vector_of(velocity.advance(dense({2}))) == Vector{4});
  REQUIRE(vector_of(velocity.advance(dense({3}))) == Vector{7});
}
