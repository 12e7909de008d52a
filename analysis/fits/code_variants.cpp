#include "analysis/fits/code_variants.hpp"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

#include "base/errors/errors.hpp"

namespace sparlab::analysis {
namespace {

constexpr double kMostVectors = 100;
constexpr const char* kForm = "CODE/ALGORITHM=VECTORS, as in ompi/dense_ring=1; 0 to 100 vectors";

std::string code_of(const std::string& variant) {
  return variant.substr(0, variant.find_first_of(" ,"));
}

base::ConfigError wrong_copies(const std::string& text) {
  return {"command line", "--copies", fmt::format("\"{}\"", text), kForm};
}

double vectors_in(const std::string& text, const std::string& number) {
  double vectors = -1;
  const char* const end = number.data() + number.size();
  const auto [rest, error] = std::from_chars(number.data(), end, vectors);
  if (error != std::errc{} || rest != end || !(vectors >= 0 && vectors <= kMostVectors))
    throw wrong_copies(text);
  return vectors;
}

}  // namespace

std::vector<CodeVariant> known_code_variants() {
  constexpr std::string_view kDoubling =
      "it works in a buffer: the input is copied into it, and the result out of it";
  constexpr std::string_view kInPlace = "it works in the output: the input is copied there";
  return {{"over", "dense_recursive_doubling", 2, kDoubling},
          {"over", "dense_rabenseifner", 1, kInPlace},
          {"over", "dense_ring", 1, kInPlace},
          {"ompi", "dense_recursive_doubling", 2, kDoubling},
          {"ompi", "dense_rabenseifner", 1, kInPlace},
          {"ompi", "dense_ring", 1, kInPlace},
          {"mpich", "dense_recursive_doubling", 1, kInPlace},
          {"mpich", "dense_rabenseifner", 1, kInPlace},
          {"mpich", "dense_ring", 1, kInPlace}};
}

CopiedVectors::CopiedVectors(const std::vector<std::string>& texts) {
  for (const CodeVariant& known : known_code_variants())
    vectors_[{std::string(known.code), std::string(known.algorithm)}] = known.copied_vectors;
  for (const std::string& text : texts) {
    const std::size_t slash = text.find('/');
    const std::size_t equals = text.find('=');
    if (slash == std::string::npos || equals == std::string::npos || slash == 0 ||
        equals < slash + 2)
      throw wrong_copies(text);
    vectors_[{text.substr(0, slash), text.substr(slash + 1, equals - slash - 1)}] =
        vectors_in(text, text.substr(equals + 1));
  }
}

double CopiedVectors::of(const std::string& variant, const std::string& algorithm) const {
  const auto found = vectors_.find({code_of(variant), algorithm});
  if (found != vectors_.end()) return found->second;
  throw base::ConfigError("command line", "--copies",
                          fmt::format("nothing is known of the copies of {} in code \"{}\"",
                                      algorithm, code_of(variant)),
                          fmt::format("{}, or other --algorithms or --variant", kForm));
}

}  // namespace sparlab::analysis
