#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/system/data_folders.hpp"
#include "base/system/temporary_folder.hpp"
#include "base/system/whole_file.hpp"
#include "cli/verb.hpp"
#include "platforms/files/platform_file.hpp"
#include "report/figures/topology_figure.hpp"
#include "report/figures/topology_layout.hpp"
#include "report/gnuplot/drawing.hpp"

namespace sparlab::cli {
namespace {

/// The figure's name in its temporary folder.
const std::string kPicture = "topology";

}  // namespace

Run add_platform_draw(Options& options) {
  const auto& name = add_platform(options);
  const auto& output = add_output(options,
                                  "The picture, .svg or .png; a file that exists is replaced "
                                  "(default: results/platforms/NAME.svg)");
  const auto& groups = options.add<unsigned>(
      "--groups COUNT", "Groups, or planes of a torus, in detail",
      {shows_default(), from_to(1U, unsigned{report::kMostDetailedGroups})}, 1);
  return [&] {
    const platforms::PlatformFile platform =
        platforms::load_platform(base::find_platform_file(name, "command line", "platform"));
    if (!platform.topology())
      throw base::ConfigError("command line", "platform",
                              fmt::format("{}, which has no links", platform.name),
                              "a platform whose topology is not of kind full");
    const std::filesystem::path file =
        output.empty() ? base::results_folder() / "platforms" / (platform.name + ".svg") : output;
    const std::string type = file.extension().string();
    if (type != ".svg" && type != ".png")
      throw base::ConfigError("command line", "--output", file.string(),
                              "a file that ends in .svg or .png");
    if (file.has_parent_path()) base::make_folder(file.parent_path());
    const base::TemporaryFolder folder;
    report::draw_charts(folder.path(), {report::topology_figure(platform, groups, kPicture)});
    std::ifstream picture(folder.path() / (kPicture + type), std::ios::binary);
    base::write_whole_file(file, std::string(std::istreambuf_iterator<char>(picture), {}));
    std::cout << file.string() << '\n';
    return kSuccess;
  };
}

}  // namespace sparlab::cli
