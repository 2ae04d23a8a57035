// Contacts as a structured report (PS3.16, TID 1500).
#pragma once

#include <string>
#include <vector>

#include "io/dicom/dataset.h"
#include "occlusion/case/bite.h"
#include "occlusion/contacts/surface_contacts.h"

namespace intercusp::dicom {

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
