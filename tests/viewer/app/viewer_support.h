// A viewer without a window, with small cases to open.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <string>
#include <thread>

#include "io/mesh/write_ply.h"
#include "occlusion/geometry/shapes.h"
#include "tests/support/made_dentition.h"
#include "tests/support/temporary_folder.h"
#include "viewer/app/actions.h"
#include "viewer/app/pose.h"
#include "viewer/tools/all.h"

namespace intercusp::viewer::testing {

namespace fs = std::filesystem;
using intercusp::testing::bytes_of;
using intercusp::testing::TemporaryFolder;

constexpr double ball_gap_mm = 0.05;

constexpr double ball_radius_mm = 5;
constexpr int ball_rings = 32;

//! The pixel nearest to the pole is up to half a diagonal away from it, on a facet of the ball that slopes by
//! half of the angle between two rings.
const double beside_pole_mm =
    0.5 * std::numbers::sqrt2 * live_pixel_mm * std::tan(0.5 * std::numbers::pi / ball_rings) + 1e-4;

//! A ball of 10 mm under a plate of 40 × 30 mm, 0.05 mm apart: in contact at the usual threshold.
inline CaseRequest write_ball_and_plate(const fs::path& folder) {
  const Eigen::Vector3d centre(0, 0, -ball_radius_mm - ball_gap_mm);
  fs::create_directories(folder);
  write_ply(folder / "upper.ply", shapes::fine_box({-20, -15, 0}, {20, 15, 5}, 2.5));
  write_ply(folder / "lower.ply", shapes::sphere(centre, ball_radius_mm, ball_rings));
  return {.upper = (folder / "upper.ply").string(),
          .lower = (folder / "lower.ply").string(),
          .teeth = TeethSource::none};
}

//! Teeth that the articulator can move.
inline CaseRequest write_dentition(const fs::path& folder) {
  const auto [upper, lower] = intercusp::testing::write_dentition(folder, 8000);
  return {.upper = upper, .lower = lower};
}

//! The state and its actions, as the window has them. Settings and autosaves go to its own folder.
struct Viewer {
  TemporaryFolder folder;
  AppState state;
  Actions actions{state, {.settings = folder / "config", .autosave = folder / "autosave"}, all_tools()};

  void open(const CaseRequest& request) {
    actions.cases.open(request);
    actions.finish_work();
    ASSERT_TRUE(state.loaded) << messages();
  }
  void open_ball_and_plate() { open(write_ball_and_plate(folder / "scans")); }

  [[nodiscard]] std::string messages() const {
    std::string all;
    for (const Message& message : state.messages) all += message.text + "\n";
    return all;
  }
  //! The autosaved file; empty if none.
  [[nodiscard]] fs::path autosaved() const {
    if (!fs::exists(folder / "autosave")) return {};
    const fs::directory_iterator files(folder / "autosave");
    return files == fs::directory_iterator() ? fs::path() : files->path();
  }
};

//! Waits like an idle user until the report's numbers are ready.
inline void rest(Viewer& viewer) {
  for (int i = 0; i < 2000 && !viewer.state.rest; ++i) {
    viewer.actions.update(0.01);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

//! Checks that the numbers and the map belong to the document's pose and threshold.
inline void expect_read(const AppState& state) {
  EXPECT_TRUE(same_pose(state.live->reading().upper_from_lower, state.document.upper_from_lower));
  EXPECT_EQ(state.live->reading().threshold_mm, state.document.threshold_mm);
  if (!state.rest) return;
  EXPECT_TRUE(same_pose(state.rest->upper_from_lower, state.document.upper_from_lower));
  EXPECT_EQ(state.rest->threshold_mm, state.document.threshold_mm);
}

inline Eigen::Isometry3d lowered_by(double mm) { return Eigen::Isometry3d(Eigen::Translation3d(0, 0, -mm)); }

}  // namespace intercusp::viewer::testing
