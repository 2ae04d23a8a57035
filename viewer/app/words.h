// Words that several files of the state share: work in the background, steps of the undo, messages and questions.
#pragma once

#include "io/language/language.h"

namespace intercusp::viewer::text {

constexpr auto entry_is_not_rigid =
    Text("is not rigid: it scales, mirrors or shears, or its last row is not 0 0 0 1");

// Work in the background, as it is shown.
constexpr auto reading_scans = Text("Reading and closing the scans\u2026");
constexpr auto finding_teeth = Text("Finding the teeth\u2026");
constexpr auto computing_map = Text("Computing the map\u2026");
constexpr auto measuring = Text("Measuring the bite as the report does\u2026");
constexpr auto comparing_poses = Text("Measuring the pose to compare with\u2026");
constexpr auto writing_file = Text("Writing the file\u2026");

constexpr auto nudge = Text("small move");
constexpr auto hinge = Text("hinge");
constexpr auto reset = Text("reset to the opened pose");
constexpr auto keep_pose = Text("save pose");
constexpr auto remove_pose = Text("delete pose");
constexpr auto threshold = Text("threshold");
constexpr auto measure = Text("measure");

// Messages and questions.
constexpr auto open_case_first = Text("Open a case first.");
constexpr auto not_autosaved =
    Text("Changes are not kept for recovery: {} Make room there, or save the session elsewhere.");
constexpr auto moved_meanwhile = Text("The mandible has moved meanwhile. It was left where it is.");
constexpr auto written = Text("Saved: {}");
constexpr const char* recent_case = "{}: {} + {}";
constexpr auto recover = Text("Intercusp ended before this work was saved. Recover it?\n{}\nLast kept on {}");
constexpr const char* time_format = "{:%Y-%m-%d %H:%M}";

}  // namespace intercusp::viewer::text
