#include "platforms/files/new_platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"
#include "platforms/files/platform_file.hpp"
#include "platforms/sections/copied_number.hpp"

namespace sparlab::platforms {
namespace {

using nlohmann::ordered_json;

constexpr const char* kGiven = "given on the command line";
constexpr const char* kUnknown = "not stated";

std::string written(const base::WrittenQuantity& quantity) {
  return fmt::format("{:g} {}", quantity.value, quantity.unit);
}

/// Builds the file of a cluster from what is known of it and the file of a similar machine.
class ClusterWriter {
 public:
  explicit ClusterWriter(const KnownCluster& known)
      : known_(known),
        file_(base::find_platform_file(known.like, "command line", "--like")),
        content_(base::read_json_file(file_)),
        like_(platform_from_json(content_, file_)) {
    const model::Segment& first = like_.transport.segments.front();
    const double like_alpha_s = first.alpha_s;
    alpha_s_ = known.latency.in_base_units;
    // A machine without latency has no share of overhead in it.
    overhead_share_ =
        like_alpha_s > 0 ? std::min(0.5, like_.separate.overhead_s / like_alpha_s) : 0;
    overhead_s_ = overhead_share_ * alpha_s_;
    alpha_ratio_ = like_alpha_s > 0 ? alpha_s_ / like_alpha_s : 1;
    const double share = known.achievable.value_or(kTcpShare);
    bandwidth_ = {known.bandwidth.value * share, known.bandwidth.unit,
                  known.bandwidth.in_base_units * share};
    beta_s_ = 1 / bandwidth_.in_base_units;
    const double like_beta_s = like_.transport.segments.back().beta_s_per_byte;
    beta_ratio_ = like_beta_s > 0 ? beta_s_ / like_beta_s : 1;
  }

  ordered_json write() const {
    ordered_json platform;
    platform["name"] = known_.name;
    const std::string ranks =
        known_.ranks_per_host > 1 ? fmt::format(" of {} ranks", known_.ranks_per_host) : "";
    ordered_json network = new_network(
        known_.network, known_.hosts,
        {{"bandwidth", bandwidth()},
         {"latency", stated_number((alpha_s_ - 2 * overhead_s_) / 2 * 1e6, "us",
                                   "derived: half of the given latency less the overheads",
                                   "that of the overhead")}});
    platform["title"] = fmt::format("{} hosts{}, {}, {}, {}; the rest as {}", known_.hosts, ranks,
                                    network.at("topology").at("kind").get<std::string>(),
                                    written(known_.bandwidth), written(known_.latency), like_.name);
    if (known_.ranks_per_host > 1) {
      network["topology"]["ranks_per_host"] = known_.ranks_per_host;
      network["topology"]["placement"] = "block";
    }
    platform.update(network);
    platform["overhead"] = overhead();
    for (const char* key : {"merge", "scatter", "dense_sum", "copy", "select"})
      platform["gamma"][key] = copied({"gamma", key});
    copy_kernels(content_, like_.name, {"merge", "scatter", "dense_sum", "copy", "select"},
                 platform);
    if (content_.contains("transport"))
      platform["transport"] = transport();
    else
      platform["hockney"] = hockney();
    if (known_.ranks_per_host > 1) platform["inside_host"] = inside_host();
    platform["loggp"] = {{"latency", stated_number((alpha_s_ - 2 * overhead_s_) * 1e6, "us",
                                                   "derived: the given latency less the overheads",
                                                   "that of the overhead")},
                         {"gap", copied({"loggp", "gap"})},
                         {"gap_per_byte", per_byte()}};
    for (const char* section : {"noise", "send_limit"})
      if (content_.contains(section))
        platform[section] = copied_section(content_.at(section), like_.name);
    platform["network_model"] = {
        {"settings",
         {{"network/model", "CM02"}, {"network/crosstraffic", "0"}, {"network/TCP-gamma", "0"}}},
        {"source", "a message of L bytes then takes exactly latency + L/bandwidth in SimGrid"}};
    return platform;
  }

 private:
  ordered_json bandwidth() const {
    if (known_.achievable == 1)
      return stated_number(bandwidth_.value, bandwidth_.unit, kGiven, kUnknown);
    return stated_number(
        bandwidth_.value, bandwidth_.unit,
        fmt::format("derived: {:.3g} % of the {} {}, {}",
                    100 * known_.achievable.value_or(kTcpShare), written(known_.bandwidth), kGiven,
                    known_.achievable ? "as --achievable says"
                                      : "which TCP carries at MTU 1500, 1448 of 1538 bytes"),
        kUnknown);
  }

  ordered_json inside_host() const {
    if (known_.inside_bandwidth) {
      const auto given = [](const base::WrittenQuantity& quantity) {
        return stated_number(quantity.value, quantity.unit, kGiven, kUnknown);
      };
      const ordered_json beta = stated_number(
          1e9 / known_.inside_bandwidth->in_base_units, "ns/B",
          fmt::format("derived: 1 / {}, {}", written(*known_.inside_bandwidth), kGiven), kUnknown);
      return {{"segments",
               {{{"from", stated_number(0, "B", "definition: one segment", "none")},
                 {"alpha", given(*known_.inside_latency)},
                 {"beta", beta}}}}};
    }
    if (content_.contains("inside_host"))
      return copied_section(content_.at("inside_host"), like_.name);
    const std::string other(kInsideHostLike);
    const auto file = base::find_platform_file(other, "command line", "--ranks-per-host");
    return copied_section(base::read_json_file(file).at("inside_host"), other);
  }

  /// A number of the similar machine, with its source.
  ordered_json copied(const std::vector<std::string>& path) const {
    const nlohmann::json* found = &content_;
    for (const std::string& key : path) found = &found->at(key);
    return copied_number(*found, like_.name);
  }

  ordered_json scaled_alpha(double like_alpha_s) const {
    return stated_number(
        like_alpha_s * alpha_ratio_ * 1e6, "us",
        fmt::format("derived: {:.3g} us of {}, times {:.3g}, the ratio of the latencies",
                    like_alpha_s * 1e6, like_.name, alpha_ratio_),
        fmt::format("the protocol of {} is assumed", like_.name));
  }

  ordered_json per_byte() const {
    return stated_number(beta_s_ * 1e9, "ns/B", fmt::format("derived: 1 / {}", written(bandwidth_)),
                         kUnknown);
  }

  ordered_json alpha() const {
    return stated_number(known_.latency.value, known_.latency.unit, kGiven, kUnknown);
  }

  ordered_json overhead() const {
    ordered_json section;
    section["per_message"] =
        stated_number(overhead_s_ * 1e6, "us",
                      fmt::format("derived: {:.3g} % of the given latency, as on {}",
                                  100 * overhead_share_, like_.name),
                      "only the sum with the latency is given");
    section["per_byte"] = copied({"overhead", "per_byte"});
    if (!content_.at("overhead").contains("rendezvous_from")) return section;
    section["rendezvous_from"] = copied({"overhead", "rendezvous_from"});
    const double like_s = like_.separate.larger_overhead.front().alpha_s;
    section["rendezvous_per_message"] = scaled_alpha(like_s);
    return section;
  }

  ordered_json hockney() const {
    ordered_json section;
    section["alpha"] = alpha();
    section["beta"] = per_byte();
    if (!content_.at("hockney").contains("rendezvous_from")) return section;
    section["rendezvous_from"] = copied({"hockney", "rendezvous_from"});
    section["rendezvous_alpha"] = scaled_alpha(like_.transport.segments.back().alpha_s);
    return section;
  }

  ordered_json transport() const {
    const nlohmann::json& like = content_.at("transport");
    ordered_json section;
    for (std::size_t i = 0; i < like_.transport.segments.size(); ++i) {
      const model::Segment& segment = like_.transport.segments[i];
      const bool last = i + 1 == like_.transport.segments.size();
      const nlohmann::json& from = like.at("segments").at(i).at("from");
      section["segments"].push_back(
          {{"from",
            stated_number(from.at("value").get<double>(), from.at("unit").get<std::string>(),
                          fmt::format("copied from {}", like_.name),
                          fmt::format("the protocol of {} is assumed", like_.name))},
           {"alpha", i == 0 ? alpha() : scaled_alpha(segment.alpha_s)},
           {"beta", last ? per_byte() : scaled_beta(segment.beta_s_per_byte)}});
    }
    if (like.contains("patterns")) {
      for (ordered_json pattern : like.at("patterns")) {
        pattern["source"] =
            fmt::format("copied from {}: {}", like_.name, pattern.at("source").get<std::string>());
        section["patterns"].push_back(pattern);
      }
    }
    if (like.contains("start")) section["start"] = start(like.at("start"));
    if (like.contains("receiving")) {
      section["receiving"] = like.at("receiving");
      section["receiving"]["source"] = fmt::format(
          "copied from {}: {}", like_.name, like.at("receiving").at("source").get<std::string>());
    }
    return section;
  }

  ordered_json start(const nlohmann::json& like) const {
    if (!like.is_array()) return copied_number(like, like_.name);
    ordered_json starts = ordered_json::array();
    for (const nlohmann::json& element : like)
      starts.push_back({{"ranks", element.at("ranks")},
                        {"time", copied_number(element.at("time"), like_.name)}});
    return starts;
  }

  ordered_json scaled_beta(double like_s_per_byte) const {
    return stated_number(
        like_s_per_byte * beta_ratio_ * 1e9, "ns/B",
        fmt::format("derived: {:.3g} ns/B of {}, times {:.3g}, the ratio of the largest "
                    "messages",
                    like_s_per_byte * 1e9, like_.name, beta_ratio_),
        fmt::format("the protocol of {} is assumed", like_.name));
  }

  const KnownCluster& known_;
  std::filesystem::path file_;
  nlohmann::json content_;
  PlatformFile like_;
  double alpha_s_ = 0;
  double overhead_share_ = 0;
  double overhead_s_ = 0;
  double alpha_ratio_ = 1;
  base::WrittenQuantity bandwidth_;  ///< that messages reach
  double beta_s_ = 0;
  double beta_ratio_ = 1;
};

}  // namespace

nlohmann::ordered_json new_platform(const KnownCluster& known) {
  ordered_json platform = ClusterWriter(known).write();
  // The program never writes a file that it would refuse to read.
  platform_from_json(nlohmann::json::parse(platform.dump()), known.name + ".json");
  return platform;
}

}  // namespace sparlab::platforms
