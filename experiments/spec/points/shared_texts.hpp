#pragma once

#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace sparlab::experiments {

/// Texts by name, as in std::map. Copies share them until one is changed: the records of a run have
/// the same environment, and a sweep may have 100,000 records.
class SharedTexts {
 public:
  using Map = std::map<std::string, std::string>;

  SharedTexts() = default;
  SharedTexts(Map texts)  // NOLINT(google-explicit-constructor): stands for a map
      : texts_(texts.empty() ? nullptr : std::make_shared<Map>(std::move(texts))) {}
  SharedTexts(std::initializer_list<Map::value_type> texts) : SharedTexts(Map(texts)) {}

  const Map& map() const {
    static const Map none;
    return texts_ ? *texts_ : none;
  }
  bool empty() const { return map().empty(); }
  Map::const_iterator begin() const { return map().begin(); }
  Map::const_iterator end() const { return map().end(); }
  Map::const_iterator find(const std::string& name) const { return map().find(name); }
  /// Empty if there is none of this name.
  std::string text(const std::string& name) const {
    const auto found = find(name);
    return found == end() ? std::string() : found->second;
  }
  const std::string& at(const std::string& name) const { return map().at(name); }

  std::string& operator[](const std::string& name) { return changed()[name]; }

  /// Adds the texts whose names are not there yet.
  void add_missing(const SharedTexts& others) {
    if (empty()) {
      *this = others;
    } else if (!others.empty()) {
      changed().insert(others.begin(), others.end());
    }
  }

  friend bool operator==(const SharedTexts& left, const SharedTexts& right) {
    return left.texts_ == right.texts_ || left.map() == right.map();
  }

 private:
  Map& changed() {
    if (!texts_) texts_ = std::make_shared<Map>();
    if (texts_.use_count() > 1) texts_ = std::make_shared<Map>(*texts_);
    return *texts_;
  }

  std::shared_ptr<Map> texts_;
};

}  // namespace sparlab::experiments
