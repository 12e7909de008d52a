#pragma once

/// The one place that names the test framework, so that a move to another version is one edit.
#include <catch2/catch.hpp>
