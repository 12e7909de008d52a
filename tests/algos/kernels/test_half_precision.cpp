#include <Eigen/Core>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "algos/kernels/half_precision.hpp"
#include "tests/catch.hpp"

namespace sparlab::algos {
namespace {

std::uint16_t eigen_bits(float value, BFloat16) { return Eigen::bfloat16(value).value; }
std::uint16_t eigen_bits(float value, Float16) { return Eigen::half(value).x; }
float eigen_float(std::uint16_t bits, BFloat16) {
  return static_cast<float>(Eigen::bfloat16(Eigen::bfloat16_impl::raw_uint16_to_bfloat16(bits)));
}
float eigen_float(std::uint16_t bits, Float16) {
  return static_cast<float>(Eigen::half(Eigen::half_impl::raw_uint16_to_half(bits)));
}

template <class Value>
void check_rounding(float value) {
  const auto bits = std::bit_cast<std::uint16_t>(Value(value));
  INFO(std::bit_cast<std::uint32_t>(value) << " " << bits);
  if (std::isnan(value)) {
    REQUIRE(std::isnan(float{Value(value)}));
  } else {
    REQUIRE(bits == eigen_bits(value, Value{}));
  }
}

}  // namespace

TEMPLATE_TEST_CASE("every number of 16 bits widens exactly and rounds back to itself", "[half]",
                   BFloat16, Float16) {
  for (std::uint32_t i = 0; i < 1U << 16; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const float wide = TestType::from_bits(bits);
    const float expected = eigen_float(bits, TestType{});
    REQUIRE((std::isnan(wide) ? std::isnan(expected) : wide == expected));
    REQUIRE(std::signbit(wide) == ((bits & 0x8000) != 0));
    if (!std::isnan(wide)) REQUIRE(std::bit_cast<std::uint16_t>(TestType(wide)) == bits);
  }
}

TEMPLATE_TEST_CASE("a float rounds to the nearest number of 16 bits, ties to even", "[half]",
                   BFloat16, Float16) {
  // The middle between two neighbours, and the floats next to it.
  for (std::uint32_t i = 0; i + 1 < 1U << 15; ++i) {
    const float low = TestType::from_bits(static_cast<std::uint16_t>(i));
    const float high = TestType::from_bits(static_cast<std::uint16_t>(i + 1));
    if (!std::isfinite(high)) continue;
    const float middle = low / 2 + high / 2;
    for (const float value : {middle, std::nextafter(middle, low), std::nextafter(middle, high)}) {
      check_rounding<TestType>(value);
      check_rounding<TestType>(-value);
    }
  }
  std::mt19937 random(1);
  for (int i = 0; i < 1'000'000; ++i) {
    check_rounding<TestType>(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
  }
}

TEMPLATE_TEST_CASE("limits of numbers of 16 bits", "[half]", BFloat16, Float16) {
  using Limits = std::numeric_limits<TestType>;
  CHECK(std::isinf(float{Limits::infinity()}));
  CHECK(std::isnan(float{Limits::quiet_NaN()}));
  CHECK(std::isfinite(float{Limits::max()}));
  CHECK(std::isinf(float{Limits::max() + Limits::max()}));
  CHECK(float{Limits::lowest()} == -float{Limits::max()});
  CHECK(float{Limits::min()} == std::ldexp(1.0F, Limits::min_exponent - 1));
  CHECK(float{Limits::epsilon()} == std::ldexp(1.0F, 1 - Limits::digits));
  CHECK(TestType(1) + Limits::epsilon() > TestType(1));
  CHECK(float{Limits::denorm_min()} > 0);
  CHECK(float{-TestType(0)} == 0);
}

TEST_CASE("half has the largest number 65504, and bfloat16 the range of float", "[half]") {
  CHECK(float{std::numeric_limits<Float16>::max()} == 65504);
  CHECK(std::isinf(float{Float16(65520.0F)}));
  CHECK(float{Float16(65519.0F)} == 65504);
  CHECK(float{std::numeric_limits<BFloat16>::max()} > 3.38e38F);
}

}  // namespace sparlab::algos
