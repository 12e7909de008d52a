#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>

#include "algos/kernels/half_precision.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos {

/// The built-in operations; `user` stands for a function given by the caller.
enum class ReductionKind : unsigned char { sum, min, max, prod, user };

struct Sum {
  template <class Value>
  Value operator()(Value a, Value b) const {
    return a + b;
  }
};
struct Prod {
  template <class Value>
  Value operator()(Value a, Value b) const {
    return a * b;
  }
};
/// Minimum that propagates NaN from either side.
struct Min {
  template <class Value>
  Value operator()(Value a, Value b) const {
    return (b < a || b != b) ? b : a;
  }
};
/// Maximum that propagates NaN from either side.
struct Max {
  template <class Value>
  Value operator()(Value a, Value b) const {
    return (a < b || b != b) ? b : a;
  }
};

/// True for the function objects of the built-in operations. They are cheap and have no side
/// effects, so a kernel may also evaluate them on operands and discard the result.
template <class Op>
inline constexpr bool is_built_in = std::is_same_v<Op, Sum> || std::is_same_v<Op, Prod> ||
                                    std::is_same_v<Op, Min> || std::is_same_v<Op, Max>;

/// An associative operation with its neutral element, which is the value of every index that a
/// sparse stream does not hold.
template <class Value>
class Reduction {
 public:
  /// inout[i] = inout[i] op in[i] for i in [0, count).
  using Function = void (*)(Value* inout, const Value* in, std::size_t count, void* context);

  constexpr Reduction() = default;
  static constexpr Reduction sum() { return {}; }
  static constexpr Reduction prod() { return {ReductionKind::prod, Value{1}}; }
  static constexpr Reduction min() {
    return {ReductionKind::min, std::numeric_limits<Value>::infinity()};
  }
  static constexpr Reduction max() {
    return {ReductionKind::max, -std::numeric_limits<Value>::infinity()};
  }
  /// One of the operations above.
  static constexpr Reduction built_in(ReductionKind kind) {
    switch (kind) {
      case ReductionKind::min:
        return min();
      case ReductionKind::max:
        return max();
      case ReductionKind::prod:
        return prod();
      case ReductionKind::sum:
      case ReductionKind::user:
        break;
    }
    SPARLAB_EXPECTS(kind == ReductionKind::sum);
    return sum();
  }
  /// `function` must be associative with `neutral` as its neutral element. Operands are combined in
  /// a fixed order, so a op b and b op a may differ by rounding.
  static constexpr Reduction user(Function function, Value neutral, void* context = nullptr) {
    Reduction reduction{ReductionKind::user, neutral};
    reduction.function_ = function;
    reduction.context_ = context;
    return reduction;
  }

  constexpr ReductionKind kind() const { return kind_; }
  constexpr Value neutral() const { return neutral_; }

  /// inout[i] = inout[i] op in[i] by one call of the user's function; the blocks must not overlap.
  /// Only for kind `user`.
  void apply_user(Value* inout, const Value* in, std::size_t count) const {
    SPARLAB_EXPECTS(kind_ == ReductionKind::user);
    function_(inout, in, count, context_);
  }

  /// Calls `body` with a function object `Value(Value, Value)`. Each built-in operation has its own
  /// type, so that kernels are compiled for each.
  template <class Body>
  decltype(auto) visit(Body&& body) const {
    switch (kind_) {
      case ReductionKind::sum:
        return body(Sum{});
      case ReductionKind::min:
        return body(Min{});
      case ReductionKind::max:
        return body(Max{});
      case ReductionKind::prod:
        return body(Prod{});
      case ReductionKind::user:
        break;
    }
    return body([this](Value a, Value b) {
      function_(&a, &b, 1, context_);
      return a;
    });
  }

 private:
  constexpr Reduction(ReductionKind kind, Value neutral) : kind_(kind), neutral_(neutral) {}

  ReductionKind kind_ = ReductionKind::sum;
  Value neutral_ = Value{0};
  Function function_ = nullptr;
  void* context_ = nullptr;
};

/// The operation of an allreduce: a built-in one, for values of any type, or a user's for values of
/// one type.
class Operation {
 public:
  constexpr Operation() = default;
  template <class Value>
  constexpr Operation(const Reduction<Value>& reduction) : kind_(reduction.kind()) {
    if (kind_ == ReductionKind::user) user_ = reduction;
  }

  constexpr ReductionKind kind() const { return kind_; }
  /// The operation on values of this type, which a user's must be for.
  template <class Value>
  constexpr Reduction<Value> of() const {
    if (kind_ != ReductionKind::user) return Reduction<Value>::built_in(kind_);
    const auto* const reduction = std::get_if<Reduction<Value>>(&user_);
    SPARLAB_EXPECTS(reduction != nullptr);
    return *reduction;
  }

 private:
  ReductionKind kind_ = ReductionKind::sum;
  std::variant<std::monostate, Reduction<float>, Reduction<double>, Reduction<BFloat16>,
               Reduction<Float16>>
      user_;
};

}  // namespace sparlab::algos
