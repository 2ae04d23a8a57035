// Files of a case other than scans: each is read and keeps the reader's promises, or gives a clear error.
#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "io/case/bodies_file.h"
#include "io/case/labels.h"
#include "io/case/pose_file.h"
#include "io/case/teeth_edits.h"
#include "io/case/track_file.h"
#include "io/files/errors.h"
#include "occlusion/base/limits.h"
#include "tests/fuzz/chosen.h"
#include "tests/fuzz/scratch_file.h"

namespace intercusp {
namespace {

using Path = std::filesystem::path;

using fuzz::expect;

void expect_rigid(const Eigen::Isometry3d& pose) {
  const Eigen::Matrix3d rotation = pose.linear();
  expect((rotation * rotation.transpose() - Eigen::Matrix3d::Identity()).norm() < 1e-9);
  expect(rotation.determinant() > 0 && pose.translation().norm() <= limits::farthest_mm);
}

void read_labels(const Path& file) { (void)read_label_file(file); }

void read_pose(const Path& file) { expect_rigid(intercusp::read_pose(file)); }

void read_track(const Path& file) {
  const Track track = intercusp::read_track(file).track;
  expect(!track.poses.empty());
  for (const TimedPose& timed : track.poses) expect_rigid(timed.upper_from_lower);
  expect(std::is_sorted(track.poses.begin(), track.poses.end(),
                        [](const auto& a, const auto& b) { return a.time_s <= b.time_s; }));
}

void read_bodies(const Path& file) {
  for (const NamedBody& named : intercusp::read_bodies(file)) {
    expect_rigid(named.body.case_from_body);
    expect(std::ranges::all_of(named.body.size_mm, [](double size) { return std::isfinite(size); }));
  }
}

void read_edits(const Path& file) {
  // Written and read again they are the same.
  const std::string text = teeth_edits_text(read_teeth_edits(file));
  const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data());
  expect(teeth_edits_text(read_teeth_edits(fuzz::scratch_file(bytes, text.size()))) == text);
}

const std::map<std::string_view, void (*)(const Path&)> readers = {{"labels", read_labels},
                                                                   {"pose", read_pose},
                                                                   {"track", read_track},
                                                                   {"bodies", read_bodies},
                                                                   {"edits", read_edits}};

}  // namespace
}  // namespace intercusp

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace intercusp;
  static const auto read = readers.at(fuzz::chosen());
  try {
    read(fuzz::scratch_file(data, size));
  } catch (const InputError&) {
  }
  return 0;
}
