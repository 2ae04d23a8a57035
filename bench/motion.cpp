// The waiting times of jaw motion, by the library's own functions: settling a bite, one setting of the articulator and
// many, playing a track.
//
//     intercusp_motion_bench UPPER LOWER | TRIANGLES [--quick] [--deeper MM] [--csv FILE]
//
// `--deeper` raises the lower along superior before it settles. CSV goes to the file, or to the screen.
#include <fmt/core.h>
#include <fmt/ostream.h>

#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "bench/bench_case.h"
#include "bench/timed.h"
#include "occlusion/case/case.h"
#include "occlusion/motion/articulator/articulate.h"
#include "occlusion/motion/articulator/sensitivity.h"
#include "occlusion/motion/seating/settle.h"
#include "occlusion/motion/tracks/play.h"

namespace intercusp::bench {
namespace {

struct Arguments {
  std::vector<std::string> jaws;
  bool quick = false;
  double deeper_mm = 0;
  std::string csv;
};

Arguments arguments_of(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string text = argv[i];
    if (text == "--quick") {
      arguments.quick = true;
    } else if (text == "--deeper" && i + 1 < argc) {
      arguments.deeper_mm = std::stod(argv[++i]);
    } else if (text == "--csv" && i + 1 < argc) {
      arguments.csv = argv[++i];
    } else {
      arguments.jaws.push_back(text);
    }
  }
  if (arguments.jaws.empty() || arguments.jaws.size() > 2)
    throw std::invalid_argument("UPPER LOWER | TRIANGLES [--quick] [--deeper MM] [--csv FILE]");
  return arguments;
}

std::string machine_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) == 0)
      return fmt::format("{} of {}", std::thread::hardware_concurrency(), line.substr(line.find(':') + 2));
  }
  return fmt::format("{} processors", std::thread::hardware_concurrency());
}

void write_row(std::ostream& out, const char* what, const std::string& of, const Times& ms, double rate) {
  fmt::print(out, "{},{},{:.1f},{:.1f},{:.3g}\n", what, of, ms.median, ms.least, rate);
  out.flush();
}

//! The lower raised along superior, like scans that were registered too deep.
Bite raised(const Bite& bite, double mm) {
  const std::shared_ptr<const Case> known = prepare_case(bite);
  if (!known->anatomy.axes) throw std::runtime_error("no anatomical axes");
  return {bite.upper, bite.lower,
          Eigen::Translation3d(mm * known->anatomy.axes->superior) * bite.upper_from_lower};
}

void time_settle(const Bite& bite, int turns, std::ostream& out) {
  const std::shared_ptr<const Case> start = prepare_case(bite);
  Settlement settled;
  const Times times = timed(turns, [&] { settled = settle(start); });
  const double depth_mm =
      settled.before && settled.before->least ? -settled.before->least->distance_mm : std::nan("");
  write_row(out, "settle", fmt::format("{:.2f} mm deep{}", depth_mm, settled.settled() ? "" : "; refused"),
            times, 1000 / times.median);
}

//! \return the poses of one excursion, for playing
Track time_articulator(const Bite& bite, bool quick, std::ostream& out) {
  const ArticulatedCase prepared = articulated_case(prepare_case(bite));
  ArticulatedBite result;
  const Times one = timed(quick ? 3 : 9, [&] { result = articulate(prepared, {}); });
  write_row(out, "articulate", "one setting", one, 1000 / one.median);
  const int settings = quick ? 20 : 500;
  const Times many = timed(1, [&] { (void)sweep_settings(prepared, {.settings = settings}); });
  write_row(out, "articulate", fmt::format("{} settings", settings), many, 1000 * settings / many.median);
  Track track;
  for (const ContactStep& step : result.movements.back().path)
    track.poses.push_back({0.02 * static_cast<double>(track.poses.size()), step.pose.upper_from_lower});
  return track;
}

//! Out along the excursion and back, six times.
void time_play(const Bite& bite, const Track& out_once, int turns, std::ostream& out) {
  Track track;
  for (int round = 0; round < 6; ++round) {
    for (std::size_t i = 0; i + 1 < 2 * out_once.poses.size(); ++i) {
      const std::size_t at = std::min(i, 2 * out_once.poses.size() - 2 - i);
      track.poses.push_back(
          {0.02 * static_cast<double>(track.poses.size()), out_once.poses[at].upper_from_lower});
    }
  }
  std::vector<double> ms;
  for (int turn = 0; turn < turns; ++turn) ms.push_back(play(bite, track).play_ms);
  std::ranges::sort(ms);
  const auto poses = static_cast<double>(track.poses.size());
  write_row(out, "play", fmt::format("{} poses", track.poses.size()),
            {ms[ms.size() / 2], ms.front(), ms.back()}, 1000 * poses / ms[ms.size() / 2]);
}

void run(const Arguments& arguments, std::ostream& out) {
  const BenchCase bench_case = arguments.jaws.size() == 2 ? scanned_case(arguments.jaws[0], arguments.jaws[1])
                                                          : generated_case(std::stoul(arguments.jaws[0]));
  fmt::print(out, "# machine: {}\n# jaws: {} triangles\nwhat,of,median_ms,least_ms,per_second\n",
             machine_name(), bench_case.triangles());
  time_settle(arguments.deeper_mm != 0 ? raised(bench_case.bite, arguments.deeper_mm) : bench_case.bite,
              arguments.quick ? 1 : 3, out);
  const Track track = time_articulator(bench_case.bite, arguments.quick, out);
  time_play(bench_case.bite, track, arguments.quick ? 2 : 5, out);
}

}  // namespace
}  // namespace intercusp::bench

int main(int argc, char** argv) {
  using namespace intercusp::bench;
  try {
    const Arguments arguments = arguments_of(argc, argv);
    std::ofstream file;
    if (!arguments.csv.empty()) file.open(arguments.csv);
    run(arguments, arguments.csv.empty() ? std::cout : file);
  } catch (const std::exception& error) {
    fmt::print(stderr, "intercusp_motion_bench: {}\n", error.what());
    return 1;
  }
}
