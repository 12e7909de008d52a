#include "base/text/node_list.hpp"
#include "tests/catch.hpp"

namespace sparlab::base {
namespace {

using Names = std::vector<std::string>;

Names names(std::string_view text) {
  return parse_node_list(text, 1000).value_or(Names{"refused"});
}

}  // namespace

TEST_CASE("a list of nodes has its names in order") {
  CHECK(names("nid[001005-001008,001012]") ==
        Names{"nid001005", "nid001006", "nid001007", "nid001008", "nid001012"});
  CHECK(names("login1") == Names{"login1"});
  CHECK(names("b[2-3],a1,c[8-11]n") == Names{"b2", "b3", "a1", "c8n", "c9n", "c10n", "c11n"});
  CHECK(names("rack[0-1]n[1-2]") == Names{"rack0n1", "rack0n2", "rack1n1", "rack1n2"});
  CHECK(names("n[099-101]") == Names{"n099", "n100", "n101"});
  CHECK(names("node.domain-x_1") == Names{"node.domain-x_1"});
}

TEST_CASE("other texts are no list of nodes") {
  for (const char* text :
       {"",      ",",     "a,",     ",a",    "a,,b", "a[",  "a]",       "a[]",           "a[1",
        "a[1-]", "a[-1]", "a[2-1]", "a[1,]", "a[x]", "a b", "a[1-2-3]", "a[1234567890]", "a[[1]]",
        "a/b",   "a[1]]"})
    CHECK(names(text) == Names{"refused"});
}

TEST_CASE("a list of nodes is limited before it is expanded") {
  CHECK(parse_node_list("n[1-1000]", 1000)->size() == 1000);
  for (const char* text : {"n[0-1000]", "n[1-1000],a", "n[0-999999999]", "a[1-40]b[1-40]",
                           "a[1-999]b[1-999]c[1-999]", "a[1-500,1-501]"})
    CHECK_FALSE(parse_node_list(text, 1000));
}

}  // namespace sparlab::base
