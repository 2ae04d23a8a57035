// One way of answering a question about a bite: an engine of ours or a peer. Every peer's file lists its
// methods; main.cpp runs them all in the same way.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "bench/bench_case.h"
#include "bench/pose_times.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp::bench {

//! How far a method agrees with ours; a time counts only if `holds`.
struct Agreement {
  std::string text;  //!< for the table
  double value = 0;  //!< share of equal answers, or the greatest difference in mm, as the text says
  bool holds = false;
};

//! A method prepared for one case and window.
struct Prepared {
  Answer answer;                                   //!< the timed part
  std::function<Agreement()> agreement;            //!< checked before timing
  std::function<std::vector<StageTime>()> stages;  //!< of the last answer; empty without stages
  double time_factor = 1;  //!< of the whole over the timed sample; 1: all of it is timed
};

//! Which of the 16 poses are timed; the pose far apart comes with `all` alone.
enum class PoseChoice { all, five, one };

struct Method {
  std::string id;          //!< in the benchmark's name and in JSON
  std::string title;       //!< in the table
  std::string answer;      //!< kind of result: "map", "distances", "contacts", …
  bool of_pixels = false;  //!< depends on pixels: run for every window, not only for one
  bool engine = false;     //!< ours: its memory is measured
  PoseChoice poses = PoseChoice::all;
  std::size_t most_triangles = std::numeric_limits<std::size_t>::max();  //!< larger jaws take too long
  std::size_t most_pixels = std::numeric_limits<std::size_t>::max();
  std::function<Prepared(const BenchCase&, const View&)> prepare;
};

//! Resident set of this process in bytes, after the allocator has handed free pages back; 0 where the platform does not say.
[[nodiscard]] std::size_t resident_bytes();

}  // namespace intercusp::bench
