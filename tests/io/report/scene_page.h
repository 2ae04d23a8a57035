// Pages with a 3D view, for its tests.
#pragma once

#include <nlohmann/json.hpp>

#include "io/report/scene_html.h"
#include "tests/io/report/support.h"
#include "tests/support/dentitions.h"

namespace intercusp::testing {

//! Coarse maps and no poses: the view needs surface distances alone.
inline Inspection inspected_dentition(std::size_t triangles) {
  const Dentition made = make_dentition({.triangles = triangles, .seed = 0});
  const Bite bite{.upper = labelled_solid(made.upper), .lower = labelled_solid(made.lower)};
  return inspect(prepare_case(bite),
                 {.engine = EngineKind::zlist, .pixel_mm = 0.3, .sectors = 1, .bite_error = {.poses = 0}});
}

//! Made once for all tests of a program.
inline const Inspection& small_dentition() {
  static const Inspection inspection = inspected_dentition(20000);
  return inspection;
}

//! Without pictures.
inline std::string page_with_view(Report report) {
  for (Section& section : report.sections) section.pictures.clear();
  return page_html(report, {});
}

inline std::string page_of_small_dentition() {
  return page_with_view(report_of(testing::shared(small_dentition()), some_inputs()));
}

//! The data in the page for the view's program.
inline std::string scene_text(const std::string& page) {
  const std::string head = "<script type=\"application/json\" id=\"scene-data\">";
  const std::size_t begin = page.find(head);
  if (begin == std::string::npos) return {};
  const std::size_t text = begin + head.size();
  return page.substr(text, page.find("</script>", text) - text);
}

}  // namespace intercusp::testing
