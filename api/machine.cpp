#include "api/machine.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>

#include "api/status.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::api {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw Refusal(SPARLAB_INVALID_ARGUMENT,
                fmt::format("environment variable SPARLAB_MACHINE: {}", why));
}

platforms::PlatformFile platform_of(const char* file) {
  try {
    return platforms::load_platform(file);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    // Whatever is wrong, the other ranks wait for this one to say so.
    refuse(error.what());
  }
}

}  // namespace

std::optional<KnownMachine> machine_of_environment(int ranks) {
  const char* const file = std::getenv("SPARLAB_MACHINE");
  if (file == nullptr) return std::nullopt;
  const platforms::PlatformFile platform = platform_of(file);
  const auto count = static_cast<std::uint64_t>(ranks);
  if (count > platform.max_ranks())
    refuse(fmt::format("{}: a communicator of {} ranks; accepted: at most {}, which its hosts have",
                       file, count, platform.max_ranks()));
  return KnownMachine{platform.machine(count),
                      fmt::format("platform {} ({})", platform.name, platform.hash)};
}

}  // namespace sparlab::api
