// Sessions and settings of the viewer: what was read can be used, and does not change when written and read again.
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include "io/case/pose_file.h"
#include "io/files/errors.h"
#include "occlusion/base/limits.h"
#include "tests/fuzz/chosen.h"
#include "tests/fuzz/scratch_file.h"
#include "tests/fuzz/session_tools.h"
#include "viewer/app/session.h"
#include "viewer/app/state_json.h"

namespace intercusp::viewer {
namespace {

using fuzz::expect;
using Path = std::filesystem::path;

void expect_rigid(const Eigen::Isometry3d& pose) {
  const Eigen::Matrix3d rotation = pose.linear();
  expect((rotation * rotation.transpose() - Eigen::Matrix3d::Identity()).norm() < 1e-8);
  expect(rotation.determinant() > 0 && pose.translation().norm() <= limits::farthest_mm);
}

//! The squares of such lengths are finite, also in float.
void expect_place(const Eigen::VectorXd& place_mm) { expect(place_mm.cwiseAbs().maxCoeff() <= 1e6); }

void expect_camera(const Camera& camera) {
  expect(std::abs(camera.view_from_case.norm() - 1) < 1e-8 && camera.height_mm > 0);
  expect_place(camera.target);
}

void expect_range(const ColourRange& range) {
  expect(range.deepest_mm > 0 && range.farthest_mm > 0 && range.deepest_mm + range.farthest_mm < 1e6);
}

void expect_view(const ViewState& view) {
  expect_camera(view.camera);
  expect_range(view.range);
  expect(view.paint >= Paint{} && view.paint <= Paint::depth);
  if (view.section) expect_rigid(view.section->case_from_plane);
  if (view.ruler) {
    expect_place(view.ruler->from);
    expect_place(view.ruler->to);
  }
  if (view.space_ruler) {
    expect_place(view.space_ruler->from.jaw_point);
    expect_place(view.space_ruler->to.jaw_point);
  }
}

void expect_document(const Document& document) {
  expect_rigid(document.upper_from_lower);
  expect(document.threshold_mm >= 0 && document.threshold_mm <= near_contact_mm);
  check_settings(settings_of(document));  // a reader may not throw its exception
  for (const EarlierScan& scan : document.parts.get<EarlierScans>().scans)
    for (const PointPair& pair : scan.landmarks) {
      expect_place(pair.fixed);
      expect_place(pair.moving);
    }
  for (const NamedPose& pose : document.poses) {
    expect_rigid(pose.upper_from_lower);
    if (pose.camera) expect_camera(*pose.camera);
  }
}

void read_a_session(const Path& file) {
  const Session session = read_session(file, session_tools);
  expect(is_session(file));
  expect_rigid(session.request.upper_from_lower);
  expect(session.request.upper.empty() == session.request.lower.empty());
  expect_document(session.document);
  expect_view(session.view);
  expect(!session.filled_view || (*session.filled_view > 0 && *session.filled_view <= 100));
  (void)files_outside(session, file.parent_path(), session_tools);
  const std::string text = session_json(session, file.parent_path(), session_tools);
  const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data());
  const Path again = fuzz::scratch_file(bytes, text.size());
  expect(session_json(read_session(again, session_tools), again.parent_path(), session_tools) == text);
}

void expect_settings(const Settings& settings) {
  expect(settings.font_px >= least_font_px && settings.font_px <= most_font_px);
  for (const int size : {settings.window_width, settings.window_height})
    expect(size >= least_window_px && size <= most_window_px);
  expect_range(settings.range);
  expect(!settings.second_share ||
         (*settings.second_share >= least_second_share && *settings.second_share <= most_second_share));
  expect(static_cast<std::size_t>(settings.panel) < panel_kinds && settings.second <= SecondView::picture);
  expect(settings.paint <= Paint::depth && settings.tooth_names <= ToothNames::palmer);
  for (const CaseRequest& request : settings.recent) expect_rigid(request.upper_from_lower);
}

std::string text_of(const Path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

//! Damaged settings never prevent the viewer from starting.
void read_some_settings(const Path& file) {
  const Settings settings = read_settings(file);
  expect_settings(settings);
  static const Path written =
      std::filesystem::temp_directory_path() / ("intercusp-fuzz-" + std::to_string(getpid()));
  write_settings(settings, written);
  const std::string text = text_of(written);
  write_settings(read_settings(written), written);
  expect(text_of(written) == text);
  std::filesystem::remove(written);
}

const std::map<std::string_view, void (*)(const Path&)> readers = {{"session", read_a_session},
                                                                   {"settings", read_some_settings}};

}  // namespace
}  // namespace intercusp::viewer

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace intercusp;
  static const auto read = viewer::readers.at(fuzz::chosen());
  try {
    read(fuzz::scratch_file(data, size));
  } catch (const InputError&) {
  }
  return 0;
}
