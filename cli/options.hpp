#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// What verbs see of the library that parses the command line.
namespace sparlab::cli {

/// A further property of an option: its check, default or relation to others.
using Detail = std::function<void(CLI::App& verb, CLI::Option& option)>;

Detail required();
/// Help shows the value that holds if none is given.
Detail shows_default();
/// Of a list: each time that the option is given, it has one value.
Detail repeatable();
/// Of a list: one text has all values, with commas between them.
Detail comma_separated();
Detail at_least(int values);
/// Names of options that were added before.
Detail needs(const std::string& other);
Detail excludes(const std::string& other);
/// The variable that gives the value if the command line does not.
Detail variable(const std::string& name);

Detail existing_folder();
Detail one_of(const std::vector<std::string>& accepted);
/// A number in a range; a whole number may also be 16k, 2^4 or 1e3. Refuses NaN.
template <class Number>
Detail from_to(Number least, Number most);
/// The same for a share, which may also be a percentage: 0.1 or 10%.
Detail share_from_to(double least, double most);
/// `check` may change the text, and returns what is wrong with it, or nothing.
Detail checked(std::function<std::string(std::string&)> check);

using Details = std::initializer_list<Detail>;

/// The options of a verb, and their values.
///
/// An option is declared by a text such as "-o,--output FOLDER": its names, and what help shows for
/// its value. A name without a dash is a positional argument, which is required unless its value
/// stands in brackets: "file [FILE]". Texts and paths may not be empty, which would silently select
/// a default.
class Options {
 public:
  explicit Options(CLI::App& verb) : verb_(&verb) {}

  /// An object that lives until the verb has run.
  template <class T>
  T& keep(T object = {}) {
    const auto kept = std::make_shared<T>(std::move(object));
    kept_.push_back(kept);
    return *kept;
  }
  std::vector<std::shared_ptr<void>> kept() const { return kept_; }

  /// An option that sets `value`: a text, a path, a number, an optional number, a list of these, or
  /// a bool, whose option takes no value.
  template <class T>
  void set(T& value, const std::string& names, const std::string& help, Details details = {});
  /// The same with a value of its own, which is returned.
  template <class T>
  T& add(const std::string& names, const std::string& help, Details details = {}, T value = {}) {
    T& kept = keep<T>(std::move(value));
    set(kept, names, help, details);
    return kept;
  }
  /// An option that calls `use` with its text, or with all its texts.
  void call(const std::function<void(const std::string&)>& use, const std::string& names,
            const std::string& help, Details details = {});
  void call_with_all(const std::function<void(const std::vector<std::string>&)>& use,
                     const std::string& names, const std::string& help, Details details = {});
  /// One of a few words, each with its value.
  template <class T>
  void choose(T& value, const std::string& names, const std::string& help,
              const std::vector<std::pair<std::string, T>>& accepted, Details details = {}) {
    std::vector<std::string> words;
    for (const auto& [word, meaning] : accepted) words.push_back(word);
    const Detail known = one_of(words);
    const Detail others = [more = std::vector<Detail>(details)](CLI::App& verb, CLI::Option& one) {
      for (const Detail& detail : more) detail(verb, one);
    };
    call(
        [&value, accepted](const std::string& text) {
          for (const auto& [word, meaning] : accepted)
            if (word == text) value = meaning;
        },
        names, help, {known, others});
  }

  /// The rest of the command line, whatever it looks like.
  const std::vector<std::string>& add_rest();
  /// The last part of help.
  void add_note(const std::string& text);

 private:
  CLI::App* verb_;
  std::vector<std::shared_ptr<void>> kept_;
};

}  // namespace sparlab::cli
