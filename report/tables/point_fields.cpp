#include "report/tables/point_fields.hpp"

#include "experiments/spec/points/engine.hpp"

namespace sparlab::report {

base::Fields point_fields(const experiments::Point& point) {
  return {{"experiment", point.experiment},
          {"sweep", point.sweep},
          {"engine", name_of(point.engine)},
          {"algorithm", point.algorithm.spec()},
          {"P", point.ranks},
          {"N", point.universe},
          {"nnz", point.nnz},
          {"density", point.density},
          {"platform", point.platform}};
}

}  // namespace sparlab::report
