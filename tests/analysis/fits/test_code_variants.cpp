#include <string>

#include "analysis/fits/code_variants.hpp"
#include "base/errors/errors.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::analysis;

TEST_CASE("copies belong to the code, whatever its version and conditions") {
  const CopiedVectors copied({});
  CHECK(copied.of("over", "dense_recursive_doubling") == 2);
  CHECK(copied.of("ompi 4.1.6", "dense_recursive_doubling") == 2);
  CHECK(copied.of("mpich 8.1.29, gpu", "dense_recursive_doubling") == 1);
  CHECK(copied.of("over, 56 a node", "dense_ring") == 1);
}

TEST_CASE("every known code has a reason") {
  for (const CodeVariant& known : known_code_variants()) {
    CHECK(known.copied_vectors >= 0);
    CHECK(known.reason.size() > 10);
  }
}

TEST_CASE("a user adds and replaces codes") {
  const CopiedVectors copied({"mine/dense_ring=0.5", "over/dense_ring=3"});
  CHECK(copied.of("mine", "dense_ring") == 0.5);
  CHECK(copied.of("over", "dense_ring") == 3);
  CHECK(copied.of("over", "dense_rabenseifner") == 1);
}

TEST_CASE("an unknown code and a wrong text are refused") {
  CHECK_THROWS_AS(CopiedVectors({}).of("mine", "dense_ring"), base::ConfigError);
  CHECK_THROWS_AS(CopiedVectors({}).of("", "dense_ring"), base::ConfigError);
  for (const char* text : {"", "over", "over/dense_ring", "/dense_ring=1", "over/=1",
                           "over/dense_ring=", "over/dense_ring=-1", "over/dense_ring=nan",
                           "over/dense_ring=1x", "over/dense_ring=1e9"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(CopiedVectors({text}), base::ConfigError);
  }
}
