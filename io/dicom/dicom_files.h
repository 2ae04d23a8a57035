// A report as one DICOM study: dicom/report.dcm (its PDF), dicom/upper.dcm and dicom/lower.dcm (the scans in
// occlusion) and dicom/measurements.dcm (of an inspection the contacts per tooth).
#pragma once

#include <memory>
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

//! A jaw in its place.
struct DicomJaw {
  Jaw jaw = Jaw::upper;
  std::shared_ptr<const Solid> solid;
  Eigen::Isometry3d case_from_solid = Eigen::Isometry3d::Identity();
};

//! A number of a structured report.
struct DicomMeasure {
  std::string key;   //!< code of our own scheme
  std::string name;  //!< in English
  int fdi = 0;       //!< 0: not of one tooth
  double value = 0;
  std::string unit;  //!< UCUM
};

//! Likewise, with these measures as measurements.dcm. \pre one or two jaws
[[nodiscard]] std::vector<LaterProduct> dicom_files(const std::vector<DicomJaw>& jaws,
                                                    const std::vector<DicomMeasure>& measures,
                                                    const Inputs& inputs, const DicomOptions& options);

}  // namespace intercusp
