// The documents of a study: PDF and jaws, encapsulated, and contacts as a structured report (PS3.16, TID 1500).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/dicom/study.h"
#include "io/picture/posed_jaw.h"
#include "occlusion/case/bite.h"
#include "occlusion/contacts/surface_contacts.h"

namespace intercusp::dicom {

[[nodiscard]] std::string encapsulated_pdf(std::string_view pdf, const std::string& title, const Study& study,
                                           const Instance& instance, const std::string& date);

//! The scanned surface as binary STL: case frame, mm.
[[nodiscard]] std::string stl_bytes(const PosedJaw& jaw);

//! \param frame_uid of the frame of reference, the same for both jaws
[[nodiscard]] std::string encapsulated_stl(std::string_view stl, const std::string& title, const Study& study,
                                           const Instance& instance, const std::string& date,
                                           const std::string& frame_uid);

//! What is measured of a tooth, or of all teeth together: FDI number 0.
struct Measured {
  int fdi = 0;
  bool estimated = false;  //!< the number was found on the scan
  double area_mm2 = 0;     //!< contact area by surface distance
  double least_mm = 0;     //!< least surface distance; negative: overlap
};

//! At one threshold: all teeth together, then each tooth with contact. \pre it is one of those measured
[[nodiscard]] std::vector<Measured> measured_teeth(const Bite& bite, const SurfaceFindings& surface,
                                                   double threshold_mm);

//! \param date YYYYMMDD, of the content: the standard asks for one
[[nodiscard]] std::string measurement_report(const std::vector<Measured>& teeth, double threshold_mm,
                                             const Study& study, const Instance& instance,
                                             const std::string& date);

}  // namespace intercusp::dicom
