#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "base/errors/errors.hpp"
#include "base/system/data_folders.hpp"
#include "base/system/temporary_folder.hpp"
#include "base/system/whole_file.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "platforms/files/platform_file.hpp"
#include "report/figures/topology_figure.hpp"
#include "report/gnuplot/drawing.hpp"

namespace sparlab::cli {
namespace {

/// The figure's name in its temporary folder.
const std::string kPicture = "topology";

}  // namespace

int platform_draw_command(const PlatformDrawArguments& arguments) {
  const auto file = base::find_platform_file(arguments.platform, "command line", "platform");
  const platforms::PlatformFile platform = platforms::load_platform(file);
  if (!platform.topology())
    throw base::ConfigError("command line", "platform",
                            fmt::format("{}, which has no links", platform.name),
                            "a platform whose topology is not of kind full");
  const std::filesystem::path output =
      arguments.output.empty() ? std::filesystem::path(platform.name + ".svg") : arguments.output;
  const std::string type = output.extension().string();
  if (type != ".svg" && type != ".png")
    throw base::ConfigError("command line", "--output", output.string(),
                            "a file that ends in .svg or .png");
  const base::TemporaryFolder folder;
  report::draw_charts(folder.path(),
                      {report::topology_figure(platform, arguments.groups, kPicture)});
  std::ifstream picture(folder.path() / (kPicture + type), std::ios::binary);
  base::write_whole_file(output, std::string(std::istreambuf_iterator<char>(picture), {}));
  std::cout << output.string() << '\n';
  return kSuccess;
}

}  // namespace sparlab::cli
