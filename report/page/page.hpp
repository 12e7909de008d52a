#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/results/approximate_choice.hpp"
#include "analysis/results/sweep_views.hpp"
#include "experiments/records/store/failure_log.hpp"
#include "experiments/spec/points/record.hpp"

namespace sparlab::report {

/// A picture of a report: a file NAME.svg and its data.
struct PagePicture {
  std::string name;
  std::string svg;   ///< empty: too large for the page, which names it
  std::string data;  ///< content of NAME.dat; empty if unknown
};

/// What a page is made of.
struct PageRequest {
  std::span<const experiments::Record> records;
  std::span<const analysis::SweepView> sweeps;
  std::string folder;  ///< as the user wrote it
  double most_error = analysis::kMostError;
  std::vector<PagePicture> pictures;
  std::vector<experiments::records::LoggedFailure> failures;  ///< of points without a record
  /// Texts of vega, vega-lite and vega-embed; empty: the page has pictures but no charts.
  std::vector<std::string> libraries;
};

/// One HTML document that needs no other file and no network: winners, charts with filters and
/// tooltips, pictures, tables, what failed, agreement of the engines, provenance. Text of records
/// is data everywhere.
std::string page_html(const PageRequest& request);

/// The libraries that cmake/fetch_npm.sh put beside the program; empty if they are absent.
std::vector<std::string> chart_libraries();

/// Reads a file that is compiled into the program: "page.css" or "page.js".
std::string_view page_asset(std::string_view name);

/// Writes the page of a folder of results with the pictures in its folder `figures`, and returns
/// whether it has charts. Errors  EnvironmentError: not writable, or its failures not readable.
bool write_page(const std::filesystem::path& folder, const std::filesystem::path& output,
                const std::vector<experiments::Record>& records,
                double most_error = analysis::kMostError);

}  // namespace sparlab::report
