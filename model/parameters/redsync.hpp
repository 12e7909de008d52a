#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "model/base/wire_format.hpp"
#include "model/parameters/top_k.hpp"

/// Parameters of RedSync's two systems, and the rules that their code and their costs share.
namespace sparlab::model {

/// Which form of RedSync's selection rules: published, or corrected.
enum class RedsyncForm : std::uint8_t { corrected, published };

/// How a vector is reduced, depending on its size.
enum class RedsyncPath : std::uint8_t {
  dense,    ///< a dense allreduce
  trimmed,  ///< trimmed top-k
  search,   ///< threshold binary search
};

/// The path of a vector, depending on its size in bytes as a dense vector.
template <class Parameters>
RedsyncPath redsync_path(const Parameters& parameters, std::uint64_t elements,
                         const WireFormat& wire) {
  const double bytes = static_cast<double>(elements) * wire.value_bytes;
  if (bytes < static_cast<double>(parameters.dense_below)) return RedsyncPath::dense;
  if (bytes < static_cast<double>(parameters.search_from)) return RedsyncPath::trimmed;
  return RedsyncPath::search;
}

/// The expected number of chosen entries if k are requested. The search accepts k to 2k entries. If
/// magnitudes are distributed exponentially, the logarithm of the count at a threshold found by
/// bisection is uniform, and the mean count is k / ln 2.
inline std::uint64_t redsync_expected_choice(std::uint64_t k, RedsyncPath path) {
  if (path != RedsyncPath::search) return k;
  return static_cast<std::uint64_t>(std::llround(static_cast<double>(k) / std::log(2.0)));
}

namespace detail {

template <class P, class Visitor>
void describe_redsync_sizes(Visitor& visit) {
  visit("k", &P::k, any_count(), kSelectedKMeaning);
  visit("dense_below", &P::dense_below, any_count(),
        "bytes of the dense vector below which it is reduced densely");
  visit("search_from", &P::search_from, any_count(),
        "bytes of the dense vector from which a binary search for a threshold selects k to 2k "
        "entries; below, trimmed top-k selects exactly k");
}

template <class P, class Visitor>
void describe_redsync_momentum(Visitor& visit) {
  visit("momentum", &P::momentum,
        Rule<double>{"a number from 0 to below 1",
                     [](const double& momentum) { return momentum >= 0 && momentum < 1; }},
        "factor m of the momentum correction; 0: none");
  visit("nesterov", &P::nesterov, yes_or_no(), "use Nesterov's momentum");
}

template <class P, class Visitor>
void describe_redsync_form(Visitor& visit, std::string_view meaning) {
  visit("form", &P::form,
        Choices<RedsyncForm>{{"corrected", RedsyncForm::corrected},
                             {"published", RedsyncForm::published}},
        meaning);
}

template <class P>
void check_redsync(const P& parameters, const Shape& shape) {
  check_selected_k(parameters.k, shape);
  if (parameters.momentum == 0) refuse_without_effect(parameters, "nesterov", "momentum above 0");
}

}  // namespace detail

struct RedsyncRgcParameters {
  std::uint64_t k = 0;
  std::uint64_t dense_below = 128 * 1024;
  std::uint64_t search_from = 4 * 1024 * 1024;
  std::uint64_t reuse = 5;
  double momentum = 0;
  bool nesterov = false;
  RedsyncForm form = RedsyncForm::corrected;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = RedsyncRgcParameters;
    detail::describe_redsync_sizes<P>(visit);
    visit("reuse", &P::reuse, at_least(1), "number of calls that use a searched threshold");
    detail::describe_redsync_momentum<P>(visit);
    detail::describe_redsync_form<P>(
        visit, "published: selectors as printed, which may select far fewer than k, and no reuse");
  }
  void check(const Shape& shape) const {
    detail::check_redsync(*this, shape);
    if (form == RedsyncForm::published) refuse_without_effect(*this, "reuse", "form=corrected");
  }
  /// The published rule resets its counter in every call and never reuses a threshold.
  std::uint64_t period() const { return form == RedsyncForm::published ? 1 : reuse; }
  /// With momentum, velocities add up to more than the inputs, and sending an entry clears its
  /// velocity.
  bool loses_mass() const { return momentum > 0; }
};

/// Has no reuse: the sign alternates from call to call, and a threshold fits only one sign.
struct RedsyncRgcQuantizedParameters {
  std::uint64_t k = 0;
  std::uint64_t dense_below = 128 * 1024;
  std::uint64_t search_from = 4 * 1024 * 1024;
  double momentum = 0;
  bool nesterov = false;
  RedsyncForm form = RedsyncForm::corrected;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = RedsyncRgcQuantizedParameters;
    detail::describe_redsync_sizes<P>(visit);
    detail::describe_redsync_momentum<P>(visit);
    detail::describe_redsync_form<P>(
        visit, "published: the k largest or k smallest values, even if these have both signs");
  }
  void check(const Shape& shape) const { detail::check_redsync(*this, shape); }
  std::uint64_t period() const { return 2; }
};

}  // namespace sparlab::model
