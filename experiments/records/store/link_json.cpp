#include "experiments/records/store/link_json.hpp"

#include <nlohmann/json.hpp>

#include "base/json/json_fields.hpp"

namespace sparlab::experiments::records {

using nlohmann::json;

json links_to_json(const LinkStatistics& links) {
  json classes = json::array();
  for (const LinkClassTraffic& of : links.classes)
    classes.push_back({{"name", of.name},
                       {"links", of.links},
                       {"bytes", of.bytes},
                       {"utilisation", of.utilisation},
                       {"highest_utilisation", of.highest_utilisation}});
  json busiest = json::array();
  for (const LinkUse& link : links.busiest)
    busiest.push_back({{"from", link.from},
                       {"to", link.to},
                       {"class", link.link_class},
                       {"bytes", link.bytes},
                       {"utilisation", link.utilisation}});
  return {{"classes", classes},
          {"busiest", busiest},
          {"groups", links.groups},
          {"group_bytes", links.group_bytes}};
}

LinkStatistics links_from_json(const json& object) {
  const base::JsonFields fields(object);
  const auto list = [&](const char* key) -> const json& {
    if (!fields.at(key).is_array()) base::JsonFields::fail(key, "a list");
    return fields.at(key);
  };
  LinkStatistics links;
  for (const json& item : list("classes")) {
    const base::JsonFields of(item);
    links.classes.push_back({of.text("name"), of.count("links"), of.number("bytes"),
                             of.number("utilisation"), of.number("highest_utilisation")});
  }
  for (const json& item : list("busiest")) {
    const base::JsonFields link(item);
    links.busiest.push_back({link.text("from"), link.text("to"), link.text("class"),
                             link.number("bytes"), link.number("utilisation")});
  }
  links.groups = fields.count("groups");
  for (const json& bytes : list("group_bytes")) {
    if (!bytes.is_number()) base::JsonFields::fail("group_bytes", "a list of numbers");
    links.group_bytes.push_back(bytes.get<double>());
  }
  return links;
}

}  // namespace sparlab::experiments::records
