// Where the jaws of a report come from.
#pragma once

#include "io/mesh/mesh_report.h"

namespace intercusp {

struct Inputs {
  MeshReport upper, lower;
  double import_ms = 0;
};

}  // namespace intercusp
