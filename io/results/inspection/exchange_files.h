// What other programs take from an inspection: painted meshes, distances of all vertices, areas per band. Large files,
// so they are made only for who asks for them.
#pragma once

#include <memory>
#include <vector>

#include "io/files/products.h"

namespace intercusp {

struct Inspection;

//! upper_painted.ply and lower_painted.ply: the scans, mm. jaws.glb: both, metres. jaws.3mf: both as closed solids, mm.
//! vertex_distances.csv and distance_bands.csv where surface distances were measured. All in the case frame, the lower
//! posed, painted with surface distance, else with clearance.
[[nodiscard]] std::vector<Product> exchange_files(std::shared_ptr<const Inspection> inspection);

//! Every file that there may be.
[[nodiscard]] std::vector<std::string> exchange_file_names();

}  // namespace intercusp
