#include "cli/completion.hpp"

#include "cli/command_line.hpp"
#include "cli/verb.hpp"

namespace sparlab::cli {

Run add_completion(Options& options) {
  auto& shell = options.keep(Shell::bash);
  options.choose(shell, "shell", "bash, fish or zsh",
                 {{"bash", Shell::bash}, {"fish", Shell::fish}, {"zsh", Shell::zsh}});
  return [&] {
    print_completion(std::cout, describe_program(), shell);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
