#include <string>

#include "inputs/files/data_error.hpp"
#include "inputs/files/npy.hpp"
#include "tests/catch.hpp"
#include "tests/inputs/bytes.hpp"
#include "tests/inputs/numpy_bytes.hpp"

namespace sparlab::inputs {
namespace {

/// The whole way from the bytes of a file, as a user gives them.
std::string outcome(const std::string& header) {
  std::string text("\x93NUMPY\x01\x00", 8);
  append_number(text, header.size(), 2);
  text += header + std::string(80, '\0');
  try {
    DataFile file("data", bytes_of(text));
    const NpyReader array("data", file, file.max_bytes());
    std::string shape;
    for (const std::uint64_t length : array.shape()) shape += std::to_string(length) + " ";
    return shape + "by " + std::to_string(array.elements());
  } catch (const DataError& error) {
    return error.what();
  }
}

std::string of_shape(const std::string& shape) {
  return outcome("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }\n");
}

TEST_CASE("headers as NumPy and other programs write them are read") {
  CHECK(of_shape("(2, 10)") == "2 10 by 20");
  CHECK(of_shape("(2,10)") == "2 10 by 20");
  CHECK(of_shape("(2, 10,)") == "2 10 by 20");
  CHECK(of_shape("(7,)") == "7 by 7");
  CHECK(of_shape("(2, 3, 1, 2)") == "2 3 1 2 by 12");
  CHECK(of_shape("()") == "by 1");
  CHECK(outcome("{\"shape\": (3,), \"fortran_order\":True,\"descr\" : \"|u1\"}   \n") == "3 by 3");
}

TEST_CASE("a shape that is no tuple of whole numbers is refused at its byte") {
  CHECK(
      of_shape("(2 10)").starts_with("data, byte 63: \"10), }\\x0a\"; accepted: a header such as"));
  for (const char* shape :
       {"(2)", "(2, 10", "(, 2)", "(2,, 10)", "(-2, 10)", "(+2, 10)", "(2.0, 10)", "(2, 10)) ",
        "(2, 10) 3", "(2L, 10)", "[2, 10]", "2", "'(2, 10)'", "(18446744073709551616,)"}) {
    INFO(shape);
    CHECK(of_shape(shape).find("accepted: a header such as") != std::string::npos);
  }
  CHECK(of_shape("(4611686018427387904, 4)").find("a shape of 18446744073709551615 bytes") !=
        std::string::npos);
}

TEST_CASE("a header with other keys, values or text around it is refused at its byte") {
  for (const char* header : {
           "x{'descr': '<f4', 'fortran_order': False, 'shape': (2, 10), }",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 10), } x",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 10), ",
           "{'descr': '<f4' 'fortran_order': False, 'shape': (2, 10), }",
           "{'descr': '<f4' + 'x', 'fortran_order': False, 'shape': (2, 10), }",
           "{'descr': '<f4', 'fortran_order': Falsehood, 'shape': (2, 10), }",
           "{'descr': '<f4', 'fortran_order': 0, 'shape': (2, 10), }",
           "{'descr': '<f4', 'shape': (2, 10), }",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 10), 'shape': (1, 1), }",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 10), 'more': 1, }",
           "{'descr': '<f4, 'fortran_order': False, 'shape': (2, 10), }",
           "",
       }) {
    INFO(header);
    const std::string found = outcome(header);
    CHECK(found.starts_with("data, byte "));
    CHECK(found.find("accepted: a header such as") != std::string::npos);
  }
  CHECK(outcome("{'descr': '<f4x', 'fortran_order': False, 'shape': (2, 10), }")
            .find("elements of type \"<f4x\"") != std::string::npos);
}

}  // namespace
}  // namespace sparlab::inputs
