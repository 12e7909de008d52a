#include "workloads/imports/recorded_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "base/json/json_text.hpp"
#include "inputs/files/data_error.hpp"
#include "model/base/contract.hpp"
#include "workloads/definition/workload_file.hpp"

namespace sparlab::workloads {

const std::vector<TraceFormat>& trace_formats() {
  static const std::vector<TraceFormat> formats = {
      {"chakra", "execution trace of MLCommons Chakra, .et", read_chakra},
      {"kineto", "trace of the PyTorch profiler, .json", read_kineto},
      {"simai", "workload of SimAI and ASTRA-sim, .txt", read_simai}};
  return formats;
}

Workload workload_of(std::vector<RecordedExchange> exchanges, double update_s) {
  SPARLAB_EXPECTS(!exchanges.empty());
  std::ranges::stable_sort(exchanges, {}, &RecordedExchange::ready_s);
  Workload workload;
  double before_s = 0;
  for (const RecordedExchange& exchange : exchanges) {
    workload.layers.push_back(
        {.name = exchange.name,
         .parameters = static_cast<std::uint64_t>(std::ceil(exchange.bytes / 4)),
         .backward_s = exchange.ready_s - before_s,
         .exchange_s = exchange.seconds});
    before_s = exchange.ready_s;
  }
  workload.layers.back().update_s = update_s;
  std::ranges::reverse(workload.layers);
  return workload;
}

std::string read_trace(inputs::DataFile& file) {
  std::string content;
  constexpr std::size_t kStep = std::size_t{1} << 20U;
  for (std::size_t got = kStep; got == kStep;) {
    const std::size_t size = content.size();
    if (size > kMostTraceBytes)
      throw inputs::DataError(file.name(), "", fmt::format("more than {} bytes", kMostTraceBytes),
                              fmt::format("traces of at most {} bytes", kMostTraceBytes));
    content.resize(size + kStep);
    got = file.read(std::as_writable_bytes(std::span(content).subspan(size)));
    content.resize(size + got);
  }
  return content;
}

ImportedWorkload import_trace(const TraceFormat& format, inputs::DataFile& file,
                              const std::string& source) {
  ImportedWorkload imported = format.read(file);
  const std::string name = std::filesystem::path(file.name()).filename().string();
  Workload& workload = imported.workload;
  workload.name = name.substr(0, name.find('.', 1));
  workload.title = fmt::format("{}: {}", name, format.title);
  workload.source = source.empty() ? file.name() : source;
  workload =
      workload_from_json(base::parse_json(workload_text(workload), file.name()), file.name());
  return imported;
}

}  // namespace sparlab::workloads
