#pragma once

#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors/errors.hpp"

namespace sparlab::experiments {

/// An option of the command line that sets one key of all sweeps.
struct SweepOption {
  std::string key;    ///< of a sweep: "P", "step.schedule"
  std::string flags;  ///< "-P,--ranks"; errors name the first one
  std::string help;
  std::string value_name;  ///< in the help: "AXIS"
};

/// Axes, input, platform, and the settings that have an option.
const std::vector<SweepOption>& sweep_options();

/// The options for the keys of a setting that is an object, such as `step`: --schedule sets
/// "step.schedule".
std::vector<SweepOption> options_of_setting(std::string_view setting);

/// The texts given for these options, by key.
using SweepTexts = std::map<std::string, std::string, std::less<>>;

/// A value of an experiment that was given on the command line.
struct Origin {
  std::string path;    ///< JSON path; "*" stands for any index: "sweeps.*.platform"
  std::string option;  ///< as the user wrote it: "--platform gige-8"
};

/// Sets these options in every sweep of an experiment that is not checked yet, and returns the
/// paths that were set. A setting that only some engines use is set in the sweeps with such an
/// engine, since the other sweeps would be refused with it, or in all sweeps if there is none.
/// Errors  ConfigError: a text that is not an axis.
std::vector<Origin> apply_sweep_options(nlohmann::json& experiment, const SweepTexts& texts,
                                        std::span<const SweepOption> options = sweep_options());

/// The value of option --input: a kind, its JSON object, or a path, which becomes the object of a
/// data file of that format.
/// Errors  ConfigError: no such file, not JSON. DataError: a file of no known format.
nlohmann::json input_from_text(const std::string& text);

/// Applies one `--set path=value`. The path is dotted: "sweeps.0.P", "name". A path that does not
/// begin with a top-level key, such as "input.path", applies to the same sweeps as an option would.
/// The value is parsed as JSON; if that fails, it is a text. Returns the path that was set:
/// "sweeps.*.input.path".
/// Errors  ConfigError: no '=', an empty path, a list index that does not exist, a path through a
///         number or text.
std::string apply_override(nlohmann::json& experiment, const std::string& assignment);

/// An error about a key that is missing in the only sweep, by the option that would set it.
base::ConfigError name_option(const base::ConfigError& error);

/// If an option gave the value that the error is about, or a part of it, returns the error with
/// that option (the last of several) instead of the file; otherwise returns the error unchanged.
/// If the document did not come from a file, the place is reduced to what is below the option's
/// key.
base::ConfigError blame_origin(const base::ConfigError& error, std::span<const Origin> origins);

}  // namespace sparlab::experiments
