#pragma once

#include <stdexcept>
#include <string>

#include "experiments/records/imports/import.hpp"
#include "inputs/files/data_error.hpp"
#include "tests/catch.hpp"
#include "tests/inputs/bytes.hpp"

namespace sparlab::tests {

/// A request for a table of this format.
inline experiments::records::ImportRequest request_for(const std::string& format) {
  experiments::records::ImportRequest request;
  request.file = "data/times.csv";
  request.format = format;
  request.licence = "MIT";
  return request;
}

inline experiments::records::Import import_text(
    const std::string& text, const experiments::records::ImportRequest& request) {
  inputs::DataFile file("times.csv", inputs::bytes_of(text));
  return experiments::records::read_import(request, file);
}

/// The error that a table causes; fails the test if there is none.
inline inputs::DataError import_error(const std::string& text,
                                      const experiments::records::ImportRequest& request) {
  try {
    import_text(text, request);
  } catch (const inputs::DataError& error) {
    return error;
  }
  FAIL("accepted: " << text.substr(0, 400));
  throw std::logic_error("unreachable");
}

}  // namespace sparlab::tests
