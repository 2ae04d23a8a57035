// A PDF and the jaws as encapsulated DICOM documents.
#pragma once

#include <string>
#include <string_view>

#include "io/dicom/dataset.h"
#include "io/picture/posed_jaw.h"

namespace intercusp::dicom {

[[nodiscard]] std::string encapsulated_pdf(std::string_view pdf, const std::string& title, const Study& study,
                                           const Instance& instance, const std::string& date);

//! The scanned surface as binary STL: case frame, mm.
[[nodiscard]] std::string stl_bytes(const PosedJaw& jaw);

//! \param frame_uid of the frame of reference, the same for both jaws
[[nodiscard]] std::string encapsulated_stl(std::string_view stl, const std::string& title, const Study& study,
                                           const Instance& instance, const std::string& date,
                                           const std::string& frame_uid);

}  // namespace intercusp::dicom
