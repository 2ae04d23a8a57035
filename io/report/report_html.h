// The report for people: one file that opens and prints anywhere, pictures inside, no scripts.
#pragma once

#include <span>
#include <string>

#include "io/mesh/mesh_report.h"
#include "occlusion/inspect.h"
#include "occlusion/validation/validate.h"

namespace intercusp {

struct ReportPicture {
  std::string caption;
  std::string png;    //!< bytes
  bool wide = false;  //!< takes a row of its own
};

//! A section of its own, where somebody asked for one.
struct ReportedValidation {
  const Validation* figures = nullptr;  //!< none: no section
  std::span<const ReportPicture> pictures = {};
};

[[nodiscard]] std::string report_html(const Inspection& inspection, const MeshReport& upper,
                                      const MeshReport& lower, double import_ms,
                                      std::span<const ReportPicture> pictures,
                                      const ReportedValidation& validation = {});

}  // namespace intercusp
