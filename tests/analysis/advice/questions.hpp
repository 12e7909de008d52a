#pragma once

#include <string>
#include <vector>

#include "analysis/advice/question.hpp"

namespace sparlab::tests {

inline analysis::QuestionRequest request_of(std::vector<std::string> algorithms, std::string ranks,
                                            std::string universe, std::string density,
                                            std::string platform = "ideal") {
  analysis::QuestionRequest request;
  request.algorithms = std::move(algorithms);
  request.sweep = {{"P", std::move(ranks)},
                   {"N", std::move(universe)},
                   {"density", std::move(density)},
                   {"platform", std::move(platform)}};
  return request;
}

}  // namespace sparlab::tests
