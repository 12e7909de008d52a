#include "analysis/results/sweep_views.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <tuple>

#include "base/text/printable.hpp"
#include "experiments/spec/points/engine.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "experiments/spec/points/settings.hpp"

namespace sparlab::analysis {
namespace {

using nlohmann::json;

/// Records of one sweep that can be compared: each engine has one value of
/// each setting that only some engines use.
struct Variant {
  std::string text;  ///< the values that differ from the defaults: "machine loggp, payload data"
  std::vector<const experiments::Record*> records;
};

/// Null for engines that ignore the setting: their records belong to every variant.
json choice_of(const experiments::Setting& setting, const experiments::Point& point) {
  return experiments::ignores(experiments::info_of(point.engine), setting.key)
             ? json()
             : setting.write(point);
}

/// The values that the points have, each with one of the points, in the order of the records.
std::vector<std::pair<json, const experiments::Point*>> choices(
    const experiments::Setting& setting, const std::vector<const experiments::Record*>& records) {
  std::vector<std::pair<json, const experiments::Point*>> found;
  for (const experiments::Record* record : records) {
    json choice = choice_of(setting, record->point);
    const auto same = [&](const auto& other) { return other.first == choice; };
    if (!choice.is_null() && std::ranges::none_of(found, same))
      found.emplace_back(std::move(choice), &record->point);
  }
  return found;
}

/// Splits variants by one setting; `all` are the records of all variants.
std::vector<Variant> split(const std::vector<Variant>& variants,
                           const experiments::Setting& setting,
                           const std::vector<const experiments::Record*>& all) {
  const auto values = choices(setting, all);
  if (values.empty()) return variants;
  std::vector<Variant> parts;
  for (const Variant& variant : variants)
    for (const auto& [value, point] : values) {
      Variant& part = parts.emplace_back(variant);
      const std::string label = setting.label(*point);
      part.text += (part.text.empty() || label.empty() ? "" : ", ") + label;
      std::erase_if(part.records, [&, &value = value](const experiments::Record* record) {
        const json own = choice_of(setting, record->point);
        return !own.is_null() && own != value;
      });
    }
  return parts;
}

/// One variant for each combination of the values in the records. Records of an engine that ignores
/// a setting belong to the variants of all its values.
std::vector<Variant> variants_of(const std::vector<const experiments::Record*>& records) {
  std::vector<Variant> variants = {{"", records}};
  for (const experiments::Setting& setting : experiments::all_settings())
    if (!experiments::engines_that_use(setting.key).empty() && setting.compared)
      variants = split(variants, setting, records);
  return variants;
}

/// The records of a variant whose inputs begin from one form. All of them, if none converts its
/// input: then each algorithm has its own form.
std::vector<Variant> split_by_form(const Variant& variant) {
  const auto is_own = [](const experiments::Record* record) {
    return record->point.input_form ==
           experiments::default_settings(record->point.algorithm).input_form;
  };
  std::map<experiments::InputForm, Variant> parts;
  for (const experiments::Record* record : variant.records)
    parts[record->point.input_form].records.push_back(record);
  if (parts.size() > 1 && std::ranges::all_of(variant.records, is_own))
    parts = {{experiments::InputForm::own, variant}};
  std::vector<Variant> labelled;
  for (auto& [form, part] : parts) {
    part.text = variant.text + (variant.text.empty() ? "" : ", ");
    part.text += form == experiments::InputForm::own
                     ? std::string("inputs of each algorithm's own form")
                     : fmt::format("{} inputs", name_of(form));
    labelled.push_back(std::move(part));
  }
  return labelled;
}

/// Figures and tables are shared with others, so they do not show folders.
std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

/// The input as an experiment file describes it.
std::string input_text(const inputs::InputSpec& input) {
  std::string name(name_of(input.kind));
  switch (input.kind) {
    case inputs::InputKind::uniform:
      return name;
    case inputs::InputKind::zipf:
      return fmt::format("{} {}{}", name, input.exponent, input.shuffled ? "" : " unshuffled");
    case inputs::InputKind::clustered:
      return fmt::format("{} {}, overlap {}", name, input.cluster, input.overlap);
    case inputs::InputKind::blocks:
      return fmt::format("{} of {}", name, input.block);
    case inputs::InputKind::svmlight:
      return fmt::format("{} {}, batch {}", name, file_name(input.path), input.batch);
    case inputs::InputKind::recording:
      break;
  }
  return fmt::format("{} {}", name, file_name(input.path));
}

/// The settings common to all engines that are not axes.
std::string settings_text(const experiments::Point& point) {
  std::vector<std::string> texts = {input_text(point.input)};
  if (!point.variant.empty()) texts.push_back("variant " + point.variant);
  if (!point.run.empty()) texts.push_back("run " + point.run);
  for (const experiments::Setting& setting : experiments::all_settings())
    if (setting.label && setting.compared && experiments::engines_that_use(setting.key).empty())
      if (std::string text = setting.label(point); !text.empty()) texts.push_back(std::move(text));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// The densities of one sweep as the experiment specified them. k is a whole number, so one density
/// gives a slightly different k/N for each N. The largest N has the most precise ones.
class Densities {
 public:
  explicit Densities(const std::vector<const experiments::Record*>& records) {
    for (const experiments::Record* record : records) {
      if (record->point.universe > universe_) exact_.clear();
      universe_ = std::max(universe_, record->point.universe);
      if (record->point.universe == universe_) exact_.insert(record->point.density);
    }
  }

  double asked_for(const experiments::Point& point) const {
    // No density is specified for real data: it follows from the data of the ranks.
    if (inputs::is_real_data(point.input.kind)) return 0;
    if (point.universe == universe_) return point.density;
    std::optional<double> nearest;
    for (const double candidate : exact_) {
      const bool closer =
          !nearest || std::abs(candidate - point.density) < std::abs(*nearest - point.density);
      if (closer && rounds_to(candidate, point)) nearest = candidate;
    }
    return nearest.value_or(point.density);
  }

 private:
  bool rounds_to(double density, const experiments::Point& point) const {
    const auto universe = static_cast<double>(point.universe);
    const double slack = 0.5 + 0.5 * universe / static_cast<double>(universe_);
    const double entries = density > 0 ? std::max(1.0, density * universe) : 0;
    return std::abs(entries - static_cast<double>(point.nnz)) <= slack;
  }

  std::uint64_t universe_ = 0;
  std::set<double> exact_;
};

/// P, N and the specified density of a record.
struct Place {
  std::uint64_t ranks;
  std::uint64_t universe;
  double density;
  auto operator<=>(const Place&) const = default;
};

/// Distributes the records of one sweep among panels.
class PanelBuilder {
 public:
  explicit PanelBuilder(SweepView& view) : view_(view) {}

  void build(const std::vector<const experiments::Record*>& records) {
    const Densities densities(records);
    // A later record replaces an earlier one with the same place, engine and algorithm.
    for (const experiments::Record* record : records) {
      const experiments::Point& point = record->point;
      const Place place{point.ranks, point.universe, densities.asked_for(point)};
      const auto key = std::tuple{place, point.engine, registry_position(point.algorithm.spec()),
                                  point.algorithm.spec()};
      if (!latest_.insert_or_assign(key, record).second) ++view_.superseded;
    }
    drop_failed();
    for (const auto& [key, record] : latest_)
      if (record->extrapolated_from)
        view_.extrapolated[record->point.ranks] = *record->extrapolated_from;
    view_.axis = free_axis();
    for (const auto& [key, record] : latest_) add(std::get<0>(key), *record);
    for (auto& [key, panel] : panels_) view_.panels.push_back(finished(std::move(panel)));
  }

 private:
  void drop_failed() {
    for (const auto& [key, record] : latest_)
      if (record->check.status == "failed") view_.failed.push_back(record);
    std::erase_if(latest_, [](const auto& item) { return item.second->check.status == "failed"; });
  }

  Axis free_axis() const {
    std::set<std::uint64_t> ranks;
    std::set<std::uint64_t> universes;
    std::set<double> densities;
    for (const auto& [key, record] : latest_) {
      ranks.insert(std::get<0>(key).ranks);
      universes.insert(std::get<0>(key).universe);
      densities.insert(std::get<0>(key).density);
    }
    const std::size_t most = std::max({densities.size(), ranks.size(), universes.size()});
    if (densities.size() == most) return Axis::density;
    return ranks.size() == most ? Axis::ranks : Axis::universe;
  }

  void add(Place place, const experiments::Record& record) {
    if (view_.axis == Axis::ranks) place.ranks = 0;
    if (view_.axis == Axis::universe) place.universe = 0;
    if (view_.axis == Axis::density) place.density = 0;
    const auto [found, fresh] = panels_.try_emplace(place);
    Panel& panel = found->second;
    if (fresh) {
      panel.axis = view_.axis;
      panel.ranks = record.point.ranks;
      panel.universe = record.point.universe;
      panel.density = record.point.density;
    }
    const auto same = [&](const Series& one) {
      return one.engine == record.point.engine && record.point.algorithm == one.algorithm;
    };
    auto series = std::ranges::find_if(panel.series, same);
    if (series == panel.series.end())
      series = panel.series.insert(series,
                                   Series{record.point.engine, record.point.algorithm.spec(), {}});
    series->records.push_back(&record);
  }

  static Panel finished(Panel panel) {
    const auto where = [&](const experiments::Record* record) {
      return position(panel.axis, record->point);
    };
    std::set<double> positions;
    for (Series& one : panel.series) {
      std::ranges::sort(one.records, {}, where);
      for (const experiments::Record* record : one.records) positions.insert(where(record));
    }
    panel.positions.assign(positions.begin(), positions.end());
    std::ranges::stable_sort(panel.series, {}, [](const Series& one) {
      return std::tuple{one.engine, registry_position(one.algorithm)};
    });
    return panel;
  }

  SweepView& view_;
  std::map<std::tuple<Place, experiments::Engine, std::size_t, std::string>,
           const experiments::Record*>
      latest_;
  std::map<Place, Panel> panels_;
};

}  // namespace

std::string SweepView::name() const {
  return experiment == label ? label : experiment + " / " + label;
}

std::string SweepView::title() const {
  std::string text = name();
  if (!platform.empty()) text += ", platform " + platform;
  return text;
}

std::string subtitle_of(const SweepView& sweep, const Panel& panel, const std::string& place) {
  std::string text = place;
  if (!sweep.platform.empty()) text += ", platform " + sweep.platform;
  if (const auto sharing = processor_sharing(panel)) text += "; " + sharing->text();
  return text;
}

std::vector<SweepView> group_by_sweep(std::span<const experiments::Record> records) {
  // The hash distinguishes data files with the same name.
  using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;
  std::vector<Key> order;  // sweeps, in the order of their first records
  std::map<Key, std::vector<const experiments::Record*>> sweeps;
  for (const experiments::Record& record : records) {
    const experiments::Point& point = record.point;
    const Key key{point.experiment, point.sweep, point.platform, settings_text(point),
                  record.input_hash};
    const auto [found, fresh] = sweeps.try_emplace(key);
    if (fresh) order.push_back(key);
    found->second.push_back(&record);
  }
  std::vector<SweepView> views;
  for (const Key& key : order) {
    std::vector<Variant> variants;
    for (const Variant& variant : variants_of(sweeps.at(key)))
      std::ranges::move(split_by_form(variant), std::back_inserter(variants));
    for (const Variant& variant : variants) {
      SweepView view;
      std::tie(view.experiment, view.label, view.platform, view.settings, std::ignore) = key;
      view.task = variant.records.front()->point.task();
      if (!variant.text.empty()) view.settings += ", " + variant.text;
      for (std::string* shown : {&view.experiment, &view.label, &view.platform, &view.settings})
        *shown = base::printable(*shown);
      PanelBuilder(view).build(variant.records);
      views.push_back(std::move(view));
    }
  }
  return views;
}

}  // namespace sparlab::analysis
