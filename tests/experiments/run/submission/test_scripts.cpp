#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/system/child_process.hpp"
#include "base/text/shell_words.hpp"
#include "experiments/run/submission/job_scripts.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/temporary_folder.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;
using namespace sparlab::tests;
using Catch::Matchers::Contains;

namespace {

const std::vector<std::string> kHostile = {"",
                                           "a b",
                                           "it's",
                                           "'; touch hacked; '",
                                           "$(touch hacked)",
                                           "`touch hacked`",
                                           "a\ntouch hacked\n",
                                           "\\",
                                           "\"$HOME\"",
                                           "--x=~/y",
                                           "*?[a]{b,c}",
                                           "!!",
                                           "#comment",
                                           "\xc3\xa9 \xff"};

ScriptSetup setup_in(const std::filesystem::path& folder) {
  return {
      "/opt/it's here/sparlab", folder, folder,
      "name\n$(touch hacked)",  "0a1b", {"an experiment.json", "--set=title='$(touch hacked)'"}};
}

/// The exit code of bash's check of the syntax.
int syntax_of(const base::TemporaryFolder& folder, const std::string& script) {
  write_content(folder / "script.sh", script);
  base::ChildProcess bash({"bash", "-n", (folder / "script.sh").string()});
  bash.wait();
  return bash.exit_code();
}

SiteProfile full_profile() {
  SiteProfile profile;
  profile.partition = "normal";
  profile.account = "g123";
  profile.modules = {"openmpi/4.1"};
  profile.environment = {{"NAME", "it's $(touch hacked)"}};
  profile.arguments = {"--constraint=a|b", "--comment='; touch hacked;'"};
  profile.tasks_per_node = 4;
  profile.array_size = 2;
  return profile;
}

}  // namespace

TEST_CASE("a shell reads a quoted word as the text itself") {
  const base::TemporaryFolder folder;
  std::string script = "set -eu\n";
  std::string expected;
  for (const std::string& text : kHostile) {
    script += "printf '%s\\0' " + base::shell_word(text) + " >>read\n";
    expected += text + '\0';
  }
  write_content(folder / "script.sh", script);
  for (const char* shell : {"bash", "sh"}) {
    std::filesystem::remove(folder / "read");
    base::ChildProcess child({shell, (folder / "script.sh").string()}, {.folder = folder.path()});
    child.wait();
    CHECK(child.succeeded());
    CHECK(content_of(folder / "read") == expected);
    CHECK_FALSE(std::filesystem::exists(folder / "hacked"));
  }
}

TEST_CASE("plain texts are words as they are") {
  CHECK(base::shell_word("--time=60") == "--time=60");
  CHECK(base::shell_words({"a", "b c", "it's"}) == "a 'b c' 'it'\\''s'");
  CHECK(base::job_name("a b/c\n'$x") == "a_b_c___x");
  CHECK(base::job_name(std::string(100, 'a')).size() == 60);
}

TEST_CASE("all scripts are valid, whatever the names in them") {
  const base::TemporaryFolder folder;
  const ScriptSetup setup = setup_in(folder.path());
  const SiteProfile profile = full_profile();
  const std::vector<TaskGroup> groups = {{"simulated", 0, 9, 5, 1, 1e9},
                                         {"measured-P8", 8, 1, 1, 1, 1e9}};
  CHECK(syntax_of(folder, task_script(setup, profile, true)) == 0);
  CHECK(syntax_of(folder, task_script(setup, profile, false)) == 0);
  CHECK(syntax_of(folder, merge_script(setup, profile)) == 0);
  CHECK(syntax_of(folder, plain_script(setup, groups)) == 0);
  const std::string slurm = slurm_script(setup, profile, groups);
  CHECK(syntax_of(folder, slurm) == 0);
  CHECK(syntax_of(folder, "if true; then\n") != 0);  // the check can fail
}

TEST_CASE("the script for Slurm asks for what groups and profile say") {
  const base::TemporaryFolder folder;
  const std::vector<TaskGroup> groups = {{"simulated", 0, 9, 5, 1, 1e9},
                                         {"measured-P8", 8, 3, 3, 1, 1e9}};
  const std::string text = slurm_script(setup_in(folder.path()), full_profile(), groups);
  CHECK_THAT(text, Contains("--array=0-1") && Contains("task.sh simulated 5 1 >>") &&
                       Contains("task.sh simulated 5 3 >>"));
  CHECK_THAT(text, Contains("--array=0-0 ") &&
                       Contains("task.sh simulated 5 5 >>"));  // 5 tasks, arrays of 2
  CHECK_THAT(text, Contains("--array=0-1%1"));                 // measurements one after the other
  CHECK_THAT(text,
             Contains("task.sh measured-P8 3 1 >>") && Contains("task.sh measured-P8 3 3 >>"));
  CHECK_THAT(text, Contains("--mem=2256M") && Contains("--mem=0") && Contains("--exclusive"));
  CHECK_THAT(text,
             Contains("--ntasks=8") && Contains("--nodes=2") && Contains("--ntasks-per-node=4"));
  CHECK_THAT(text, Contains("--partition=normal") && Contains("--account=g123"));
  CHECK_THAT(text, Contains("'--constraint=a|b'"));
  CHECK_THAT(text, Contains("--signal=B:USR1@120") && Contains("--requeue"));
  CHECK_THAT(text, Contains("--dependency=\"afterany:$jobs\" merge.sh"));
}

TEST_CASE("a task tells the run to end before its time limit, and runs again only after progress") {
  const base::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "bin");
  std::filesystem::create_directories(folder / "state");
  // Stands for sparlab: stores a record if asked to, and waits for a signal.
  const auto program = folder / "bin" / "sparlab";
  write_content(program,
                "#!/bin/bash\n"
                "trap 'exit 130' TERM\n"
                "[[ -n ${STORES:-} ]] && echo record | gzip >>parts/g-1/records.jsonl.gz\n"
                "kill -USR1 \"$PPID\"\n"
                "for i in {1..100}; do sleep 0.1; done\n");
  write_content(folder / "bin" / "scontrol", "#!/bin/bash\necho \"$@\" >>requeued\n");
  for (const char* name : {"sparlab", "scontrol"})
    std::filesystem::permissions(folder / "bin" / name, std::filesystem::perms::owner_all);
  const ScriptSetup setup{program, folder.path(), folder.path(), "e", "0a1b", {"file"}};
  write_content(folder / "task.sh", task_script(setup, {}, true));
  const auto run = [&](const char* stores) {
    base::ChildProcess task({"env", "PATH=" + (folder / "bin").string() + ":/usr/bin:/bin",
                             "STORES=" + std::string(stores), "SLURM_JOB_ID=17", "bash",
                             (folder / "task.sh").string(), "g", "2", "1"},
                            {.folder = folder.path()});
    task.wait();
    return task.exit_code();
  };
  CHECK(run("") == 130);
  CHECK_FALSE(std::filesystem::exists(folder / "requeued"));
  CHECK(content_of(folder / "state" / "g-1") == "130\n");
  CHECK(run("yes") == 130);
  CHECK(content_of(folder / "requeued") == "requeue 17\n");
}

TEST_CASE("the launcher file has the profile's launcher, or Slurm's") {
  using nlohmann::json;
  SiteProfile profile;
  CHECK(json::parse(launcher_text(profile)).at("command") ==
        json({"srun", "--mpi=pmix", "-n", "{ranks}", "{worker}"}));
  profile.launcher = {"mpirun", "--bind-to", "core"};
  profile.environment = {{"A", "b"}};
  CHECK(json::parse(launcher_text(profile)) ==
        json({{"command", {"mpirun", "--bind-to", "core", "-n", "{ranks}", "{worker}"}},
              {"environment", {{"A", "b"}}}}));
}
