#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/advice/question.hpp"
#include "cli/options.hpp"
#include "experiments/spec/definition/experiment_request.hpp"

/// Options that several verbs have: each has one name, one check and one help text, of which a verb
/// gives the part that differs. They return the value, unless it is part of a request.
namespace sparlab::cli {

/// The format in which a verb prints its data on stdout.
enum class OutputFormat : std::uint8_t { csv, json, jsonl, latex, markdown, names, text };

/// --format: one of these, the last unless it is given.
const OutputFormat& add_format(Options& options, const std::vector<OutputFormat>& accepted = {
                                                     OutputFormat::json, OutputFormat::text});

/// -o,--output. Empty: not given.
std::filesystem::path& add_output(Options& options, const std::string& help, Details details = {});
/// -j,--jobs: how many simulations run at a time.
const unsigned& add_jobs(Options& options);
/// --point-timeout, in seconds.
const std::optional<double>& add_point_timeout(Options& options, const std::string& help);
/// --max-error: the largest error_l2 of recommended results.
const double& add_max_error(Options& options);
/// --top: how many algorithms of each point tables list. `otherwise` says what holds without it.
const std::optional<std::size_t>& add_top(Options& options, const std::string& otherwise);

/// The output folder of one run, or those of several.
const std::filesystem::path& add_result_folder(Options& options,
                                               const std::string& help = "Output folder of a run");
std::vector<std::filesystem::path>& add_result_folders(Options& options, const std::string& help);

/// The file and all options that select and change the points of an experiment.
void add_experiment(Options& options, experiments::ExperimentRequest& request);
/// --what-if: changes of the platform.
void add_what_if(Options& options, std::string& changes);
/// --accept-doubtful: platforms whose calibration was disturbed.
void add_accept_doubtful(Options& options, bool& accepts);
/// The options that describe one point for a question to the model, or several. Algorithms are
/// added elsewhere.
void add_question(Options& options, analysis::QuestionRequest& question, bool several = false);
/// -a,--algorithms: a list of specs and keywords.
void add_algorithms(Options& options, std::vector<std::string>& algorithms,
                    const std::string& help);

/// The largest index universe that a file may have.
inline constexpr std::uint64_t kMostUniverse = std::uint64_t{1} << 53U;
/// -N,--universe: that of a file of inputs. 0: not given.
void add_universe(Options& options, std::uint64_t& universe);

/// The name or path of a platform.
const std::string& add_platform(Options& options);
/// --like: the platform from which a new one takes `what`.
const std::string& add_like(Options& options, const std::string& platform, const std::string& what);
/// -o,--output: the file of a new platform. Empty: in the user's platform folder.
const std::filesystem::path& add_new_platform(Options& options, Details details = {});

/// Checks what a fit needs to write a platform, before it takes time.
/// Errors  ConfigError: `name` cannot be the name of a new platform, or `like` is none.
void require_new_platform(const std::string& name, const std::string& like,
                          const std::filesystem::path& output);

}  // namespace sparlab::cli
