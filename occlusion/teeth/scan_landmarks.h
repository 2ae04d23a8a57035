// Landmarks of the teeth that were found on a scan, and the widths that follow from them.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/tooth_landmarks.h"
#include "occlusion/teeth/find_teeth.h"

namespace intercusp {

//! The patient's directions as the arch shows them; empty where none was found.
[[nodiscard]] std::optional<AnatomicalAxes> axes_of(const FoundTeeth& found);

//! Of all teeth, in the scan's frame; those of a tooth that is not sure have twice the radius. None without an arch.
//! \param vertices,faces as for find_teeth
[[nodiscard]] std::vector<ToothLandmark> landmarks_of_scan(std::span<const Eigen::Vector3d> vertices,
                                                           std::span<const Face> faces,
                                                           const FoundTeeth& found);

//! Makes each width that between the tooth's contact points (crown_width), where both are among the landmarks.
void measure_widths(FoundTeeth& found, std::span<const ToothLandmark> landmarks);

}  // namespace intercusp
