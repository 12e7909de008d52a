#include "tests/model/analysis/smt.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace sparlab::tests {
namespace {

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string output;
  std::array<char, 256> line{};
  while (pipe && std::fgets(line.data(), line.size(), pipe.get()) != nullptr) output += line.data();
  return output;
}

}  // namespace

bool has_solver() {
  static const bool has = !output_of("z3 --version 2>/dev/null").empty();
  return has;
}

std::string verdict_on(const std::vector<Smt>& symbols, const std::vector<Smt>& axioms,
                       const Smt& claim) {
  std::string query;
  for (const Smt& symbol : symbols) query += "(declare-const " + symbol.text() + " Real)\n";
  for (const Smt& axiom : axioms) query += "(assert " + axiom.text() + ")\n";
  query += "(assert (not " + claim.text() + "))\n(check-sat)\n";
  const std::string output = output_of("z3 -T:10 -in <<'END'\n" + query + "END\n");
  if (output == "unsat\n") return "proved";
  if (output == "sat\n") return "refuted";
  return output + query;
}

}  // namespace sparlab::tests
