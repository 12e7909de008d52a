#include "model/base/cost.hpp"
#include "model/base/rank_groups.hpp"
#include "tests/catch.hpp"

namespace sparlab::model {
namespace {

using Kind = Partners::Kind;

std::string canonical(std::string_view text) {
  const auto groups = RankGroups::parse(text);
  return groups ? groups->text() : "refused";
}

double between_groups(double messages, const Partners& partners, std::string_view groups) {
  const Stage stage{.name = "a test",
                    .messages = messages,
                    .bytes_per_message = 100,
                    .work = {},
                    .partners = partners};
  return stage.messages_between_groups({.listed = RankGroups::parse(groups)->of_ranks()}, {});
}

}  // namespace

TEST_CASE("groups have one text, whatever their numbers") {
  CHECK(canonical("0x4,1x4") == "0x4,1x4");
  CHECK(canonical("7x2,7,7,3x4") == "0x4,1x4");
  CHECK(canonical("9,1,9,1") == "0,1,0,1");
  CHECK(canonical("5") == "0");
  CHECK(RankGroups::parse("4x2,2").value() == RankGroups::parse("0,0,1").value());
  CHECK(RankGroups::parse("0x3,1,0")->of_ranks() == std::vector<std::uint32_t>{0, 0, 0, 1, 0});
  CHECK_FALSE(RankGroups().known());
  CHECK(RankGroups().text().empty());
}

TEST_CASE("groups may have names") {
  const std::vector<std::string> names = {"x1000", "x1000", "x1003"};
  CHECK(RankGroups(std::span<const std::string>(names)).text() == "0x2,1");
}

TEST_CASE("other texts are no groups") {
  for (const char* text :
       {"", ",", "0,", ",0", "0x", "0x0", "x4", "a", "0x4 ,1", "-1", "0x-1", "0.5", "0x4;1",
        "99999999999999999999", "0x99999999999999999999", "0x16385", "0x16384,1", "0x4x4"})
    CHECK(canonical(text) == "refused");
  CHECK(RankGroups::parse("0x16384")->ranks() == RankGroups::kMostRanks);
}

TEST_CASE("messages join groups as the ranks are placed") {
  const Partners near{.kind = Kind::exchange, .ranks = 8, .distance = 1};
  const Partners far{.kind = Kind::exchange, .ranks = 8, .distance = 4};
  CHECK(between_groups(1, near, "0x4,1x4") == 0);
  CHECK(between_groups(1, far, "0x4,1x4") == 1);
  CHECK(between_groups(1, near, "0,1,0,1,0,1,0,1") == 1);
  CHECK(between_groups(1, far, "0,1,0,1,0,1,0,1") == 0);
  const Partners ring{.kind = Kind::shift, .ranks = 8, .distance = 1};
  CHECK(between_groups(14, ring, "0x8") == 0);
  CHECK(between_groups(14, ring, "0x7,1") == 14);
  const Partners all{.kind = Kind::all, .ranks = 8};
  CHECK(between_groups(7, all, "0x6,1x2") == Approx(6));
  const Partners trees{.kind = Kind::trees, .ranks = 8};
  CHECK(between_groups(3, trees, "0x4,1x4") == Approx(1));
  CHECK(between_groups(5, {}, "0x8") == 5);
}

}  // namespace sparlab::model
