// Last step of repair: verifies the finished mesh.
#pragma once

#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

//! Finite; every edge has two faces that run against each other along it; the volume is positive; along some
//! hundred lines the signed crossings sum to zero.
//! \throw RepairError with what is wrong and where.
void check_solid(const WorkingMesh& mesh);

}  // namespace intercusp::repair
