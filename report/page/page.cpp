#include "report/page/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "analysis/results/verdict.hpp"
#include "base/system/data_folders.hpp"
#include "base/system/whole_file.hpp"
#include "base/text/base64.hpp"
#include "base/text/printable.hpp"
#include "base/text/shell_words.hpp"
#include "experiments/spec/points/engine.hpp"
#include "report/page/answer.hpp"
#include "report/page/failed_points.hpp"
#include "report/page/html_text.hpp"
#include "report/page/page_data.hpp"
#include "report/tables/panel_tables.hpp"
#include "report/tables/point_tables.hpp"
#include "report/tables/report_writer.hpp"

namespace sparlab::report {
namespace {

namespace fs = std::filesystem;

std::string file_text(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string winners_html(const PageRequest& request) {
  std::string html;
  for (const analysis::SweepView& sweep : request.sweeps) {
    html += fmt::format("<h3>{}</h3><p class=\"quiet\">{}</p>\n", html_text(sweep.title()),
                        html_text(sweep.settings));
    constexpr std::size_t kMostOpen = 4;
    for (std::size_t i = 0; i < sweep.panels.size(); ++i) {
      const analysis::Panel& panel = sweep.panels[i];
      html += fmt::format(
          "<details{}><summary>{}</summary>\n{}<details><summary>In words, and the "
          "command</summary><ul>\n",
          i < kMostOpen ? " open" : "", html_text(panel.title()), answer_html(panel));
      for (const std::string& sentence : analysis::verdict(panel, request.most_error))
        html += fmt::format("<li>{}</li>\n", html_text(sentence));
      html += "</ul>";
      if (const std::string command = run_command_text(sweep, panel); !command.empty())
        html += fmt::format("<p><code>{}</code></p>", html_text(command));
      html += "</details></details>\n";
    }
  }
  return html;
}

std::string pictures_html(const PageRequest& request) {
  std::string html;
  for (const PagePicture& picture : request.pictures) {
    if (picture.svg.empty()) {
      html += fmt::format("<p>{0} is too large for this page: <code>figures/{0}.svg</code></p>\n",
                          html_text(picture.name));
      continue;
    }
    html += fmt::format(
        "<figure><div class=\"paper\"><img alt=\"{0}\" "
        "src=\"data:image/svg+xml;base64,{1}\"></div><figcaption><code>sparlab plot {2}</code>",
        html_text(picture.name), base::to_base64(picture.svg),
        html_text(base::shell_word(base::printable(request.folder))));
    if (!picture.data.empty())
      html += fmt::format(
          " <a download=\"{0}.tsv\" href=\"data:text/tab-separated-values;base64,{1}\">data of "
          "{0}</a>",
          html_text(picture.name), base::to_base64(picture.data));
    html += "</figcaption></figure>\n";
  }
  if (html.empty()) return "<p>There are none; <code>sparlab plot</code> draws them.</p>";
  if (request.libraries.empty()) return html;
  return "<details><summary>The charts as files</summary>\n" + html + "</details>\n";
}

/// What passed the links of the platform; empty if no record knows it.
std::string links_html(const PageRequest& request) {
  std::string html;
  for (const analysis::SweepView& sweep : request.sweeps)
    for (const analysis::Panel& panel : sweep.panels) {
      TextRows rows = link_rows(panel, kAllAlgorithms);
      if (rows.empty()) continue;
      // One heading row, with the class above the columns of its numbers.
      for (std::size_t i = 2; i < rows[0].size(); ++i) rows[1][i] = rows[0][i] + ": " + rows[1][i];
      rows.erase(rows.begin());
      html += fmt::format("<details open><summary>{}; {}</summary>{}{}</details>\n",
                          html_text(sweep.title()), html_text(panel.title()), html_table(rows),
                          html_table(busiest_link_rows(panel)));
    }
  return html;
}

std::string agreement_html(const PageRequest& request) {
  std::string html;
  for (const analysis::SweepView& sweep : request.sweeps)
    for (const analysis::Panel& panel : sweep.panels)
      if (const TextRows rows = agreement_rows(panel); !rows.empty())
        html += fmt::format("<details><summary>{}; {}</summary>{}</details>\n",
                            html_text(sweep.title()), html_text(panel.title()), html_table(rows));
  return html.empty() ? "<p>One engine ran.</p>" : html;
}

/// Each key of the environment with its values, and the number of records of each value.
std::string provenance_html(const PageRequest& request) {
  std::map<std::string, std::map<std::string, std::size_t>> values;
  std::string first;
  std::string last;
  for (const experiments::Record& record : request.records) {
    for (const auto& [key, value] : record.environment) ++values[key][value];
    if (!record.platform_hash.empty())
      ++values["hash of platform " + record.point.platform][record.platform_hash];
    ++values["seed"][std::to_string(record.point.seed)];
    if (first.empty() || record.started < first) first = record.started;
    last = std::max(last, record.started);
  }
  TextRows rows = {{"", "value (records)"},
                   {"points started", first == last ? first : first + " to " + last}};
  for (const auto& [key, counts] : values) {
    std::string text;
    std::size_t shown = 0;
    for (const auto& [value, count] : counts) {
      constexpr std::size_t kMost = 6;
      if (shown++ == kMost) {
        text += fmt::format("; {} more", counts.size() - kMost);
        break;
      }
      text += fmt::format("{}{} ({})", text.empty() ? "" : "; ", value, count);
    }
    rows.push_back({key, text});
  }
  return html_table(rows);
}

}  // namespace

std::string page_html(const PageRequest& request) {
  std::set<std::string> experiments;
  for (const analysis::SweepView& sweep : request.sweeps) experiments.insert(sweep.experiment);
  const std::string title = experiments.size() == 1
                                ? *experiments.begin()
                                : fmt::format("{} experiments", experiments.size());
  const bool charts = !request.libraries.empty();
  std::string links = links_html(request);
  if (!links.empty())
    links =
        "<section id=\"links\"><h2>Links</h2>\n<p class=\"quiet\">Bytes of one call that passed "
        "the "
        "links of a class, and the utilisation of its links: what passed over what could pass in "
        "the time, the mean and that of the busiest link.</p>\n" +
        links + "</section>\n";
  std::string html = fmt::format(
      R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'unsafe-eval'">
<title>sparlab: {0}</title>
<style>{1}</style></head>
<body><header><h1>{0}</h1><p>{2} records. Made by <code>sparlab report {3}</code>.</p>
<nav><a href="#winners">Winners</a> <a href="#charts">Charts</a> <a href="#table">Table</a>
<a href="#pictures">Pictures</a> {6}<a href="#agreement">Agreement</a> <a href="#failures">Failures</a>
<a href="#provenance">Provenance</a></nav></header>
<main>
<section id="winners"><h2>What wins where</h2>
{4}</section>
<section id="charts"><h2>Charts</h2>
<div id="controls" class="controls"></div>
<p id="thinned" class="quiet"></p>
<div id="chart"></div>
<p id="no-charts"{5}>This page has no interactive charts, because their libraries were absent when it
was made: <code>cmake/fetch_npm.sh vega</code> fetches them. The pictures show the same.</p></section>
)",
      html_text(title), page_asset("page.css"), request.records.size(),
      html_text(base::shell_word(base::printable(request.folder))), winners_html(request),
      charts ? " hidden" : "", links.empty() ? "" : "<a href=\"#links\">Links</a> ");
  html += fmt::format(
      R"(<section id="table"><h2>Table</h2>
<p class="controls"><label>Rows with <input id="filter" type="search" placeholder="ring loggp"></label>
<button id="table-csv" type="button">CSV</button> <span id="count" class="quiet"></span></p>
<div class="scroll"><table id="rows"></table></div></section>
<section id="pictures"><h2>Pictures</h2>
{}</section>
{}<section id="agreement"><h2>Agreement of the engines</h2>
{}</section>
<section id="failures"><h2>Points that failed or were left out</h2>
{}</section>
<section id="provenance"><h2>Provenance</h2>
{}</section></main>
<script type="application/json" id="data">{}</script>
)",
      pictures_html(request), links, agreement_html(request),
      failed_points_html(request.records, request.failures), provenance_html(request),
      script_json(page_data(request.sweeps)));
  for (const std::string& library : request.libraries) html += "<script>" + library + "</script>\n";
  html += fmt::format("<script>{}</script>\n</body></html>\n", page_asset("page.js"));
  return html;
}

std::vector<std::string> chart_libraries() {
  std::vector<std::string> libraries;
  for (const char* name : {"vega", "vega-lite", "vega-embed"}) {
    std::string text = file_text(base::chart_library_folder() / (std::string(name) + ".min.js"));
    // A text that would end the script element cannot be built in.
    if (text.empty() || text.find("</script") != std::string::npos) return {};
    // Nothing is fetched, also not the map that the last line names.
    if (const std::size_t map = text.rfind("//# sourceMappingURL"); map != std::string::npos)
      text.resize(map);
    libraries.push_back(std::move(text));
  }
  return libraries;
}

bool write_page(const fs::path& folder, const fs::path& output,
                const std::vector<experiments::Record>& records, double most_error) {
  const std::vector<analysis::SweepView> sweeps = analysis::group_by_sweep(records);
  PageRequest request{records, sweeps, folder.string(), most_error, {}, {}, chart_libraries()};
  const experiments::records::FailureLog log(folder);
  for (const auto& [id, failure] : log.failures()) request.failures.push_back(failure);
  std::vector<fs::path> paths;
  std::error_code absent;
  for (const auto& entry : fs::directory_iterator(folder / "figures", absent))
    if (entry.path().extension() == ".svg") paths.push_back(entry.path());
  std::ranges::sort(paths);
  constexpr std::size_t kMostBytes = 2'000'000;
  std::size_t bytes = 0;
  for (const fs::path& path : paths) {
    PagePicture picture{path.stem().string(), file_text(path),
                        file_text(fs::path(path).replace_extension(".dat"))};
    if (picture.svg.size() + picture.data.size() > kMostBytes / 4) picture.data.clear();
    if (bytes + picture.svg.size() + picture.data.size() > kMostBytes) {
      picture.svg.clear();  // the page names it
      picture.data.clear();
    }
    bytes += picture.svg.size() + picture.data.size();
    request.pictures.push_back(std::move(picture));
  }
  base::write_whole_file(output, page_html(request));
  return !request.libraries.empty();
}

}  // namespace sparlab::report
