#include <filesystem>
#include <set>
#include <string>

#include "base/system/build_info.hpp"
#include "base/system/temporary_folder.hpp"
#include "platforms/files/platform_file.hpp"
#include "report/figures/topology_figure.hpp"
#include "report/figures/topology_layout.hpp"
#include "report/gnuplot/drawing.hpp"
#include "tests/catch.hpp"
#include "tests/report/chart_data.hpp"

using namespace sparlab;
using namespace sparlab::report;
using Catch::Matchers::Contains;

namespace {

platforms::PlatformFile shipped_platform(const std::string& name) {
  return platforms::load_platform(std::filesystem::path(base::build_info::source_dir) /
                                  "platforms" / (name + ".json"));
}

const model::LinkClass kNode{"node", 1e9, 1e-6};

}  // namespace

TEST_CASE("every drawn part of a topology is inside the picture and at a place of its own") {
  const model::TopologyDescription kinds[] = {
      model::Star{40, kNode}, model::FatTree{{{4, 2, 1, kNode}, {6, 2, 1, kNode}}},
      model::FatTree{{{16, 8, 1, kNode}, {8, 8, 1, kNode}, {16, 8, 1, kNode}}},
      model::Torus{{{5, true}, {4, true}, {6, false}}, kNode, kNode},
      model::DragonflyPlus{9, 8, 8, 6, 1, 8, 8, kNode, kNode, kNode}};
  for (const model::TopologyDescription& description : kinds) {
    CAPTURE(description.index());
    const auto topology = model::make_topology(description);
    const TopologyLayout layout = lay_out(description, *topology, 2);
    const std::set<std::uint32_t> without(layout.without_symbol.begin(),
                                          layout.without_symbol.end());
    std::set<std::pair<double, double>> places;
    for (std::uint32_t vertex = 0; vertex < layout.vertices.size(); ++vertex) {
      const auto& at = layout.vertices[vertex];
      if (!at) continue;
      CHECK((at->x > 0 && at->x < layout.width && at->y > 0 && at->y < layout.height));
      if (!without.contains(vertex)) CHECK(places.emplace(at->x, at->y).second);
    }
    for (const TopologyLayout::Group& group : layout.groups)
      CHECK(places.emplace(group.at.x, group.at.y).second);
    CHECK(places.size() > 20);
  }
}

TEST_CASE("a small topology is drawn whole, of a large one the picture says what it leaves out") {
  const model::TopologyDescription small = model::FatTree{{{4, 2, 1, kNode}, {6, 2, 1, kNode}}};
  const TopologyLayout whole = lay_out(small, *model::make_topology(small), 1);
  for (const auto& at : whole.vertices) CHECK(at.has_value());
  CHECK(whole.left_out.empty());
  const model::TopologyDescription large = model::Star{1000, kNode};
  const TopologyLayout part = lay_out(large, *model::make_topology(large), 1);
  REQUIRE(part.left_out.size() == 1);
  CHECK(part.left_out[0] == "96 of 1000 hosts");
}

TEST_CASE("a picture has the classes with their rates, and is the same each time") {
  const platforms::PlatformFile platform = shipped_platform("piz-daint-small");
  const std::string data = tests::data_of(topology_figure(platform, 1, "small"));
  CHECK(data == tests::data_of(topology_figure(platform, 1, "small")));
  CHECK_THAT(data, Contains("green: 10.5 GB/s"));
  CHECK_THAT(data, Contains("blue: 9.38 GB/s"));
  CHECK_THAT(data, Contains("156 cables"));
  CHECK(data != tests::data_of(topology_figure(platform, 2, "small")));
}

TEST_CASE("gnuplot draws shipped platforms, and texts of a file never become commands") {
  platforms::PlatformFile platform = shipped_platform("lumi");
  platform.title = "a\n[settings]\n\"; system 'touch broken'; '%s{/:Bold";
  const base::TemporaryFolder folder;
  try {
    draw_charts(folder.path(), {topology_figure(platform, 1, "picture")});
  } catch (const MissingGnuplot&) {
    WARN("not run: there is no gnuplot");
  }
  CHECK(!std::filesystem::exists(folder / "broken"));
}
