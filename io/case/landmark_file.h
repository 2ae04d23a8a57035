// Landmarks of teeth as a file: landmarks.mrk.json, the markups of 3D Slicer (docs/FILE_FORMATS.md).
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "io/files/value.h"
#include "occlusion/case/tooth_landmarks.h"

namespace intercusp {

//! A list of points, each labelled like "16 cusp_mb", with its radius in its description. Coordinates are
//! those of the scan's file. They are stated as LPS, as 3D Slicer interprets coordinates of meshes.
//! \param landmarks in the frame of the scan
[[nodiscard]] std::string landmarks_text(std::span<const ToothLandmark> landmarks);

//! The landmarks as segment.json and report.json list them.
[[nodiscard]] Values landmark_values(std::span<const ToothLandmark> landmarks);

//! Reads markups whose points are labelled as above, in LPS or RAS, or landmarks of Teeth3DS: {"objects":
//! [{"class": "Mesial", "coord": [x, y, z]}]}. The classes of Teeth3DS do not name a tooth (fdi 0; with_given
//! finds it). A point without a radius gets `given_radius_mm`.
//! \return in the frame of the scan
//! \throw InputError with the entry and what to do
[[nodiscard]] std::vector<ToothLandmark> read_landmarks(const std::filesystem::path& file);
//! The landmarks of all files, one file after the other.
[[nodiscard]] std::vector<ToothLandmark> read_landmarks(std::span<const std::filesystem::path> files);

}  // namespace intercusp
