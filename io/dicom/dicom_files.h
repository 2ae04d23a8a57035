// An inspection as one DICOM study: dicom/report.dcm (its PDF), dicom/upper.dcm and dicom/lower.dcm (the
// scans in occlusion) and dicom/measurements.dcm (contacts per tooth).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/dicom/study.h"
#include "io/pdf/report_pdf.h"
#include "io/report/report.h"
#include "occlusion/contacts/surface_contacts.h"

namespace intercusp {

struct DicomOptions {
  dicom::Study study = {};
  PdfOptions pdf = {};  //!< options of the report's PDF, which is also report.pdf if that exists
};

//! All files that dicom_files may return.
[[nodiscard]] std::vector<std::string> dicom_file_names();

//! Equal inputs give equal bytes. There is no measurements.dcm without surface distances or thresholds.
[[nodiscard]] std::vector<LaterProduct> dicom_files(const Bite& bite,
                                                    const std::optional<SurfaceFindings>& surface,
                                                    const std::vector<double>& thresholds_mm,
                                                    const Inputs& inputs, const DicomOptions& options);

}  // namespace intercusp
