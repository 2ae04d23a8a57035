// The report for people: one file that opens and prints anywhere, pictures inside, no scripts.
#pragma once

#include <span>
#include <string>

#include "io/import/mesh_report.h"
#include "occlusion/inspect.h"

namespace intercusp {

struct ReportPicture {
  std::string caption;
  std::string png;    //!< bytes
  bool wide = false;  //!< takes a row of its own
};

[[nodiscard]] std::string report_html(const Inspection& inspection, const MeshReport& upper,
                                      const MeshReport& lower, double import_ms,
                                      std::span<const ReportPicture> pictures);

}  // namespace intercusp
