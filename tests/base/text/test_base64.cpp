#include <string>

#include "base/text/base64.hpp"
#include "tests/catch.hpp"

namespace sparlab::base {

using namespace std::string_literals;

TEST_CASE("base64 writes the examples of RFC 4648, and reads them back") {
  for (const auto& [bytes, text] : {std::pair{""s, ""s},
                                    {"f"s, "Zg=="s},
                                    {"fo"s, "Zm8="s},
                                    {"foo"s, "Zm9v"s},
                                    {"foob"s, "Zm9vYg=="s},
                                    {"foobar"s, "Zm9vYmFy"s},
                                    {"\xFF\xFE"s, "//4="s},
                                    {"\0\0"s, "AAA="s}}) {
    CHECK(to_base64(bytes) == text);
    CHECK(from_base64(text) == bytes);
  }
}

TEST_CASE("base64 refuses what it does not write") {
  for (const char* text :
       {"Z", "Zg", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zg==Zg==", "Zm9v\n", "Zm-v", "=m9v"})
    CHECK_FALSE(from_base64(text));
}

TEST_CASE("base64 reads back any bytes") {
  std::string bytes;
  for (int i = 0; i < 256; ++i) {
    bytes += static_cast<char>(i);
    CHECK(from_base64(to_base64(bytes)) == bytes);
  }
}

}  // namespace sparlab::base
