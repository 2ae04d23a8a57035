// Small inspections and folders for the tests of exports.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "io/mesh/mesh_report.h"
#include "io/report/report.h"
#include "io/wording/provenance.h"
#include "occlusion/inspect.h"
#include "tests/support/bites.h"
#include "tests/support/shared.h"
#include "tests/support/temporary_folder.h"

namespace intercusp::testing {

inline Provenance some_provenance() {
  return {.version = "1.2.3",
          .settings = "engine zlist; pixel 0.1 mm",
          .upper_sha256 = "aa11",
          .lower_sha256 = "bb22"};
}

//! With few poses for the intervals: other tests check their quality.
inline InspectionOptions options_along(const Eigen::Vector3d& direction, double pixel_mm = 0.1) {
  return {
      .engine = EngineKind::zlist, .pixel_mm = pixel_mm, .direction = direction, .bite_error = {.poses = 20}};
}

inline Inspection inspect_along(const Bite& bite, const Eigen::Vector3d& direction, double pixel_mm = 0.1) {
  return inspect(prepare_case(bite), options_along(direction, pixel_mm));
}

//! Two plates of 10 mm × 10 mm with cells of 0.5 mm, 0.1 mm apart along z, in contact from 0.1 mm on; the
//! upper is shifted by 2 mm along x.
inline Bite two_plates() {
  return bite_of(shapes::fine_box({2, 0, 1.1}, {12, 10, 3}, 0.5),
                 shapes::fine_box({0, 0, -1}, {10, 10, 1}, 0.5));
}

//! As if the bodies were a patient in LPS.
inline Inspection with_lps_axes(Inspection inspection) {
  Case patient = *inspection.bite_case;
  patient.anatomy.axes = lps_axes();
  inspection.bite_case = std::make_shared<const Case>(std::move(patient));
  return inspection;
}

//! The plates with every face of the upper on tooth 26 and every face of the lower on tooth 36.
inline Bite labelled_plates() {
  Bite bite = two_plates();
  const auto labelled = [](const Solid& solid, int tooth) {
    auto copy = std::make_shared<Solid>(solid);
    copy->labels.assign(solid.mesh.vertices.size(), tooth);
    return std::shared_ptr<const Solid>(copy);
  };
  bite.upper = labelled(*bite.upper, 26);
  bite.lower = labelled(*bite.lower, 36);
  return bite;
}

//! The result of `inspect_along` z for these plates, computed once for all tests of a program.
inline const Inspection& inspected_plates() {
  static const Inspection inspection = inspect_along(two_plates(), {0, 0, 1});
  return inspection;
}
inline const Inspection& inspected_labelled_plates() {
  static const Inspection inspection = inspect_along(labelled_plates(), {0, 0, 1});
  return inspection;
}

inline MeshReport mesh_report(const std::string& path) {
  MeshReport report;
  report.files = {{.path = path, .format = "STL binary", .sha256 = std::string(64, 'a')}};
  report.triangles_read = 12;
  return report;
}

//! Jaws read from "u.stl" and "l.stl" in 12.5 ms.
inline Inputs some_inputs() {
  static const MeshReport upper = mesh_report("u.stl"), lower = mesh_report("l.stl");
  return {upper, lower, 12.5};
}

//! The page without its pictures and its 3D view, which are slow.
inline std::string page_of(Report report) {
  report.scene = {};
  for (Section& section : report.sections) section.pictures.clear();
  return page_html(report, {});
}

}  // namespace intercusp::testing
