#include "cli/examples.hpp"

#include <string>
#include <vector>

namespace sparlab::cli {
namespace {

struct Examples {
  std::string verb;  ///< "platform show"
  std::vector<std::string> commands;
};

const std::vector<Examples>& all_examples() {
  static const std::vector<Examples> examples = {
      {"run",
       {"sparlab run quickstart",
        "sparlab run -a dense_ring,ssar_split_allgather -P 2:64:x2 -N 16M --density 0.1%",
        "sparlab run my.json --engines model,loggp --set sweeps.0.P=8 -o results/mine",
        "sparlab run my.json --shard 2/8 --no-report -o results/shard-2"}},
      {"submit",
       {"sparlab submit my.json --engine slurm --site cluster.json -o results/mine",
        "sparlab submit my.json --engine slurm --site cluster.json --dry-run",
        "sparlab submit my.json --engine script -o results/mine"}},
      {"status", {"sparlab status results/mine"}},
      {"plan", {"sparlab plan quickstart", "sparlab plan my.json --format json"}},
      {"list",
       {"sparlab list algorithms", "sparlab list algorithms oktopk",
        "sparlab list platforms --format names"}},
      {"plot", {"sparlab plot results/quickstart"}},
      {"table",
       {"sparlab table results/quickstart --top 3",
        "sparlab table results/quickstart --format markdown > results.md"}},
      {"report", {"sparlab report results/quickstart"}},
      {"merge", {"sparlab merge results/all results/shard-1 results/shard-2"}},
      {"records", {"sparlab records results/quickstart > records.jsonl"}},
      {"rerun", {"sparlab rerun results/quickstart f732462d"}},
      {"import",
       {"sparlab import pico.csv.gz --format pico --licence MIT --source URL --out results/pico"}},
      {"compare",
       {"sparlab compare results/mine --reference mpi",
        "sparlab compare results/mine results/published --out comparison",
        "sparlab compare results/new --baseline results/old --fail-on slower:5%"}},
      {"reproduce", {"sparlab reproduce --list", "sparlab reproduce sparcml-figure3-daint"}},
      {"validate", {"sparlab validate results/quickstart"}},
      {"fill-in", {"sparlab fill-in data.svm -P 2:1024:x2", "sparlab fill-in gradients.npz"}},
      {"convert",
       {"sparlab convert gradients.npz gradients.tkg --density 1%",
        "sparlab convert worker0.npz worker1.npz step.tkg --layers conv1,fc --top-k 10k"}},
      {"calibrate",
       {"sparlab calibrate",
        "sparlab calibrate --launcher hosts.json --ranks 2,4,8 --output ours.json",
        "sparlab calibrate chunks --launcher hosts.json"}},
      {"platform show", {"sparlab platform show piz-daint"}},
      {"platform check", {"sparlab platform check ours.json"}},
      {"platform draw", {"sparlab platform draw piz-daint --output piz-daint.png"}},
      {"platform new",
       {"sparlab platform new office --hosts 16 --bandwidth 10Gb/s --latency 20us",
        "sparlab platform new racks --hosts 16 --ranks-per-host 4 --bandwidth 10Gb/s --latency "
        "20us"}},
      {"platform fit", {"sparlab platform fit results/pico --machine lumi --leave-out ranks"}},
      {"platform fit-messages",
       {"sparlab platform fit-messages pingpong.csv --machine alps --name alps --hosts 1024"}},
      {"platform patterns",
       {"sparlab platform patterns alps --measured collectives.csv --machine alps"}},
      {"predict",
       {"sparlab predict -a ssar_split_allgather -P 64 -N 25M --density 0.1% --explain"}},
      {"advise",
       {"sparlab advise -P 64 -N 25M --density 0.1% --platform piz-daint",
        "sparlab advise -P 64 -N 25M --density 0.1% --platform piz-daint --confirm loggp"}},
      {"crossover",
       {"sparlab crossover sparse dense --in density -P 64 -N 25M --platform piz-daint"}},
      {"env", {"sparlab env --format json"}},
      {"schema", {"sparlab schema > experiment.schema.json"}},
      {"testbed",
       {"sparlab testbed up --hosts 4 --rate 100mbit", "sparlab testbed status",
        "sparlab testbed down"}},
      {"completion", {"source <(sparlab completion bash)"}},
      {"manual-pages", {"sparlab manual-pages ~/.local/share/man/man1"}}};
  return examples;
}

CLI::App* find_verb(CLI::App& program, const std::string& words) {
  CLI::App* verb = &program;
  for (const std::string& word : CLI::detail::split(words, ' ')) verb = verb->get_subcommand(word);
  return verb;
}

}  // namespace

void add_examples(CLI::App& program) {
  for (const auto& [words, commands] : all_examples()) {
    CLI::App* const verb = find_verb(program, words);
    std::string text = "Examples:";
    for (const std::string& command : commands) text += "\n  " + command;
    if (!verb->get_footer().empty()) text = verb->get_footer() + "\n" + text;
    verb->footer(text);
  }
}

}  // namespace sparlab::cli
