#pragma once

#include "cli/arguments.hpp"

namespace CLI {
class App;
}

namespace sparlab::cli {

// The options of the verbs below `sparlab platform`.

void add_platform_show(CLI::App& app, PlatformShowArguments& show);
void add_platform_check(CLI::App& app, PlatformCheckArguments& check);
void add_platform_new(CLI::App& app, PlatformNewArguments& made);
void add_platform_draw(CLI::App& app, PlatformDrawArguments& drawn);
void add_platform_fit(CLI::App& app, PlatformFitArguments& fit);
void add_platform_fit_messages(CLI::App& app, PlatformFitMessagesArguments& fit);
void add_platform_patterns(CLI::App& app, PlatformPatternsArguments& patterns);

}  // namespace sparlab::cli
