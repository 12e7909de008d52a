#pragma once

#include <string>
#include <utility>
#include <vector>

namespace sparlab::tests {

/// A term or a formula of SMT-LIB over real numbers, as which formulas of the code can be
/// evaluated.
class Smt {
 public:
  Smt(int number)
      : text_(number < 0 ? "(- " + std::to_string(-number) + ")" : std::to_string(number)) {}
  static Smt symbol(std::string name) { return Smt(std::move(name)); }

  const std::string& text() const { return text_; }

  friend Smt operator+(const Smt& a, const Smt& b) { return join("+", a, b); }
  friend Smt operator-(const Smt& a, const Smt& b) { return join("-", a, b); }
  friend Smt operator*(const Smt& a, const Smt& b) { return join("*", a, b); }
  friend Smt operator/(const Smt& a, const Smt& b) { return join("/", a, b); }
  friend Smt operator>=(const Smt& a, const Smt& b) { return join(">=", a, b); }
  friend Smt operator<=(const Smt& a, const Smt& b) { return join("<=", a, b); }
  friend Smt operator==(const Smt& a, const Smt& b) { return join("=", a, b); }
  friend Smt max(const Smt& a, const Smt& b) {
    return Smt("(ite " + (a >= b).text_ + " " + a.text_ + " " + b.text_ + ")");
  }

 private:
  explicit Smt(std::string text) : text_(std::move(text)) {}
  static Smt join(const std::string& name, const Smt& a, const Smt& b) {
    return Smt("(" + name + " " + a.text_ + " " + b.text_ + ")");
  }

  std::string text_;
};

/// Whether z3 is installed.
bool has_solver();

/// Whether `claim` holds for all real values of `symbols` for which all `axioms` hold: "proved",
/// "refuted", or what z3 says if it finds neither in 10 seconds.
std::string verdict_on(const std::vector<Smt>& symbols, const std::vector<Smt>& axioms,
                       const Smt& claim);

}  // namespace sparlab::tests
