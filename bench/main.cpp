// Milliseconds from a new pose to an answer: our engines and their alternatives, on the same jaws, poses and pixels, in
// one run. A ratio is valid only for equal answers, so each answer is checked before timing.
//
//   intercusp_bench [--upper FILE --lower FILE] [--large | --quick] [--seconds S] [--csv FILE]
//                   [Google Benchmark's options]
//
// Without files: generated dentitions. --large adds 5 M triangles a jaw and 4096² pixels. --quick: only methods with a
// goal, each with its peer, 50 k to 5 M triangles. --csv writes the rows with machine and date. --benchmark_filter
// takes parts of the names METHOD/TRIANGLES/SIDE, --benchmark_out=FILE writes JSON.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <optional>

#include "bench/csv.h"
#include "bench/engine_methods.h"
#include "bench/method.h"
#include "bench/peers/cloudcompare.h"
#include "bench/peers/embree.h"
#include "bench/peers/meshlab.h"
#include "bench/peers/naive.h"
#include "bench/pose_times.h"
#include "bench/table.h"
#include "bench/true_distance_method.h"
#include "cli/process.h"
#ifdef INTERCUSP_BENCH_CGAL
#include "bench/peers/cgal.h"
#endif
#ifdef INTERCUSP_BENCH_FCL
#include "bench/peers/fcl.h"
#endif
#ifdef INTERCUSP_BENCH_VTK
#include "bench/peers/vtk.h"
#endif

namespace intercusp::bench {
namespace {

struct Arguments {
  std::string upper, lower, csv;
  bool large = false, quick = false;
  double seconds = 0.5;  //!< spent on timing one method on one case
};

//! Removes our own options and leaves the rest.
Arguments take_arguments(int& argc, char** argv) {
  Arguments result;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    const auto value_of = [&](const char* name) -> const char* {
      if (std::strcmp(argv[i], name) != 0 || i + 1 >= argc) return nullptr;
      return argv[++i];
    };
    if (std::strcmp(argv[i], "--large") == 0) {
      result.large = true;
    } else if (std::strcmp(argv[i], "--quick") == 0) {
      result.quick = true;
      result.seconds = 0.25;
    } else if (const char* csv = value_of("--csv")) {
      result.csv = csv;
    } else if (const char* upper = value_of("--upper")) {
      result.upper = upper;
    } else if (const char* lower = value_of("--lower")) {
      result.lower = lower;
    } else if (const char* seconds = value_of("--seconds")) {
      result.seconds = std::atof(seconds);
    } else {
      argv[kept++] = argv[i];
    }
  }
  argc = kept;
  return result;
}

std::vector<Method> all_methods() {
  std::vector<Method> methods = engine_methods();
  methods.push_back(true_distance_method());
  const auto add = [&](const std::vector<Method>& more, const char* missing) {
    methods.insert(methods.end(), more.begin(), more.end());
    if (more.empty()) std::cout << "Left out: " << missing << "\n";
  };
  add(embree_methods(), "Embree");
#ifdef INTERCUSP_BENCH_CGAL
  add(cgal_methods(), "");
#else
  add({}, "CGAL (libcgal-dev was not there at configure time)");
#endif
#ifdef INTERCUSP_BENCH_VTK
  add(vtk_methods(), "");
#else
  add({}, "VTK's filters (not there at configure time)");
#endif
#ifdef INTERCUSP_BENCH_FCL
  add(fcl_methods(), "");
#else
  add({}, "FCL (libfcl-dev was not there at configure time)");
#endif
  add(naive_methods(), "");
  add(cloudcompare_methods(), "CloudCompare (no such program in PATH)");
  add(meshlab_methods(), "MeshLab (no meshlabserver or no Xvfb in PATH)");
  return methods;
}

//! The methods of --quick: those with a goal (bench/GOALS.md), and their peers.
constexpr std::array quick_of_all_sizes = {live_method, "embree_kept"};
constexpr std::array quick_of_main_size = {"zlist_full", "zlist_both", "zlist_distance",
                                           "embree_closest_2mm"};

bool has_goal(const std::string& method, bool main_size) {
  const auto is_it = [&](const char* name) { return method == name; };
  return std::any_of(quick_of_all_sizes.begin(), quick_of_all_sizes.end(), is_it) ||
         (main_size && std::any_of(quick_of_main_size.begin(), quick_of_main_size.end(), is_it));
}

//! Caches the last jaws only: benchmarks run size by size, and 5 M triangles need a gigabyte.
class CaseStore {
 public:
  explicit CaseStore(Arguments arguments) : arguments_(std::move(arguments)) {}

  const BenchCase& of(std::size_t triangles) {
    if (triangles_ != triangles) {
      case_.reset();
      std::cout << "… making the jaws\n";
      case_ = arguments_.upper.empty() ? generated_case(triangles)
                                       : scanned_case(arguments_.upper, arguments_.lower);
      triangles_ = triangles;
    }
    return *case_;
  }

 private:
  Arguments arguments_;
  std::size_t triangles_ = 0;
  std::optional<BenchCase> case_;
};

struct TimedPose {
  std::string closed_to;  //!< label of the poses that close along π, for the table by depth
  Eigen::Isometry3d pose;
  bool in_median = true;
};

std::vector<TimedPose> poses_of(const BenchCase& bench_case, PoseChoice choice) {
  std::vector<std::size_t> indices = {0};
  if (choice == PoseChoice::five) indices.assign(five_poses.begin(), five_poses.end());
  if (choice == PoseChoice::all) {
    indices.resize(bench_case.poses.size());
    for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = i;
  }
  std::vector<TimedPose> poses;
  if (choice == PoseChoice::all) poses.push_back({"33.0", bench_case.far_apart, false});
  for (const std::size_t i : indices) {
    std::array<char, 16> name{};
    if (i < closing_poses) std::snprintf(name.data(), name.size(), "%.1f", closed_to_mm(i));
    poses.push_back({name.data(), bench_case.poses[i]});
  }
  return poses;
}

//! All poses, or five if a single answer takes long.
PoseChoice affordable(const Method& method, const Prepared& prepared, const BenchCase& bench_case) {
  constexpr double slow_ms = 250;
  if (method.poses != PoseChoice::all) return method.poses;
  prepared.answer(bench_case.poses.front());  // fills the data kept from pose to pose
  const PoseTimes once = time_in_turns({&bench_case.poses[1], 1}, 0, prepared.answer, [](const auto&) {});
  return once.least_ms.front() > slow_ms ? PoseChoice::five : PoseChoice::all;
}

//! Medians of the engine's own stage times over five poses.
std::vector<StageTime> stages_of(const Prepared& prepared, const BenchCase& bench_case) {
  std::vector<StageTime> result;
  if (!prepared.stages) return result;
  std::map<std::string, std::vector<double>> by_name;
  for (const std::size_t pose : five_poses) {
    prepared.answer(bench_case.poses[pose]);
    for (const StageTime& stage : prepared.stages()) {
      std::vector<double>& values = by_name[stage.name];
      if (values.empty()) result.push_back({stage.name, 0});
      values.push_back(stage.ms);
    }
  }
  for (StageTime& stage : result) stage.ms = median(by_name[stage.name]);
  return result;
}

//! Everything about one method on one case, except its name.
Row measure(const Method& method, const BenchCase& bench_case, const View& view, const Answer& live,
            double seconds, int& repeats) {
  Row row;
  const std::size_t before = method.engine ? resident_bytes() : 0;
  const Prepared prepared = method.prepare(bench_case, view);
  if (method.engine && before > 0) {
    const auto both = static_cast<double>(bench_case.bite.upper->mesh.faces.size() + bench_case.triangles());
    row.made_bytes_per_triangle =
        (static_cast<double>(resident_bytes()) - static_cast<double>(before)) / both;
    prepared.answer(bench_case.poses[bench_case.poses.size() / 2]);
    row.mapped_bytes = static_cast<double>(resident_bytes()) - static_cast<double>(before);
  }
  if (prepared.agreement) row.agreement = prepared.agreement();

  const std::vector<TimedPose> poses = poses_of(bench_case, affordable(method, prepared, bench_case));
  std::vector<Eigen::Isometry3d> timed;
  for (const TimedPose& pose : poses) timed.push_back(pose.pose);
  const PoseTimes times = time_in_turns(timed, seconds, prepared.answer, live);
  repeats = times.repeats;
  std::vector<double> in_median;
  std::vector<double> live_in_median;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const double ms = prepared.time_factor * times.least_ms[i];
    if (poses[i].in_median) in_median.push_back(ms);
    if (poses[i].in_median) live_in_median.push_back(times.rival_least_ms[i]);
    if (!poses[i].closed_to.empty()) row.depth_ms.emplace_back(poses[i].closed_to, ms);
  }
  row.median_ms = median(in_median);
  row.live_ms = median(live_in_median);
  row.poses = in_median.size();
  row.stages = stages_of(prepared, bench_case);
  return row;
}

void fill_counters(benchmark::State& state, const Row& row, const BenchCase& bench_case, const View& view,
                   int repeats) {
  state.counters["triangles"] = static_cast<double>(bench_case.triangles());
  state.counters["pixels"] = static_cast<double>(view.grid.size());
  state.counters["poses"] = static_cast<double>(row.poses);
  state.counters["repeats"] = repeats;
  state.counters["live map ms"] = row.live_ms;
  state.counters["over live map"] = row.median_ms / row.live_ms;
  state.counters["agreement"] = row.agreement.value;
  state.counters["agrees"] = row.agreement.holds ? 1 : 0;
  for (const auto& [name, ms] : row.depth_ms) state.counters["ms at " + name + " mm"] = ms;
  for (const StageTime& stage : row.stages) state.counters["stage " + stage.name + " ms"] = stage.ms;
  if (row.mapped_bytes > 0) {
    state.counters["bytes per triangle"] = row.made_bytes_per_triangle;
    state.counters["bytes with map"] = row.mapped_bytes;
  }
  state.SetLabel(row.agreement.text);
}

//! One line per benchmark; JSON has the rest.
class ProgressReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& context) override {
    PrintBasicContext(&std::cerr, context);
    return true;
  }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      std::cout << run.benchmark_name() << ": ";
      if (run.error_occurred) {
        std::cout << run.error_message << std::endl;
      } else {
        std::cout << run.GetAdjustedRealTime() << " ms; " << run.report_label << std::endl;
      }
    }
  }
};

class Session {
 public:
  explicit Session(const Arguments& arguments) : arguments_(arguments), cases_(arguments) {}

  //! Size by size, method by method: METHOD/TRIANGLES/SIDE.
  void register_all() {
    if (arguments_.upper.empty()) {
      for (const std::size_t triangles : {20'000, 50'000, 210'000, 1'000'000}) {
        if (!arguments_.quick || triangles >= 50'000) register_case(triangles);
      }
      if (arguments_.large || arguments_.quick) register_case(5'000'000);
    } else {
      main_triangles_ = cases_.of(1).triangles();
      register_case(main_triangles_);
    }
  }

  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  [[nodiscard]] std::size_t main_triangles() const { return main_triangles_; }

 private:
  void register_case(std::size_t triangles) {
    std::vector<int> sides = {512};
    if (triangles == main_triangles_ && !arguments_.quick) sides = {512, 128, 256, 1024, 2048};
    if (triangles == main_triangles_ && arguments_.large) sides.push_back(4096);
    for (const int side : sides) {
      for (const Method& method : methods_) {
        if (triangles > method.most_triangles || (side != 512 && !method.of_pixels)) continue;
        if (arguments_.quick && !has_goal(method.id, triangles == main_triangles_)) continue;
        const std::string name = method.id + "/" + std::to_string(triangles) + "/" + std::to_string(side);
        benchmark::RegisterBenchmark(name.c_str(),
                                     [this, &method, triangles, side](benchmark::State& state) {
                                       run(state, method, triangles, side);
                                     })
            ->Iterations(1)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
      }
    }
  }

  void run(benchmark::State& state, const Method& method, std::size_t triangles, int side) {
    for (auto _ : state) {
      try {
        const BenchCase& bench_case = cases_.of(arguments_.upper.empty() ? triangles : 1);
        const View view = window_of(bench_case, side);
        int repeats = 0;
        const Answer& live = live_for(bench_case, view, triangles);
        Row row = measure(method, bench_case, view, live, arguments_.seconds, repeats);
        if (method.id == live_method) row.live_ms = row.median_ms;
        row.id = method.id;
        row.title = method.title;
        row.answer = method.answer;
        row.of_pixels = method.of_pixels;
        row.triangles = triangles;
        row.side = side;
        state.SetIterationTime(row.median_ms / 1000);
        fill_counters(state, row, bench_case, view, repeats);
        rows_.push_back(row);
      } catch (const std::exception& error) {
        state.SkipWithError(error.what());
      }
    }
  }

  //! The method that alternates with every timed method, kept for one case and window.
  const Answer& live_for(const BenchCase& bench_case, const View& view, std::size_t triangles) {
    const std::pair<std::size_t, std::size_t> key{triangles, view.grid.size()};
    if (key != live_key_) {
      live_ = {};
      live_ = methods_.front().prepare(bench_case, view);
      live_key_ = key;
    }
    return live_.answer;
  }

  Arguments arguments_;
  CaseStore cases_;
  Prepared live_;
  std::pair<std::size_t, std::size_t> live_key_;
  std::vector<Method> methods_ = all_methods();
  std::size_t main_triangles_ = 210'000;
  std::vector<Row> rows_;
};

int run(int argc, char** argv) {
  cli::keep_freed_memory();  // like the program
  std::string command = "./run bench";
  for (int i = 1; i < argc; ++i) command += std::string(" ") + argv[i];
  const Arguments arguments = take_arguments(argc, argv);
  if (arguments.upper.empty() != arguments.lower.empty()) {
    std::cerr << "--upper and --lower come together\n";
    return 2;
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  Session session(arguments);
  session.register_all();
  ProgressReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  print_tables(std::cout, session.rows(), session.main_triangles());
  if (!arguments.csv.empty()) write_csv(arguments.csv, session.rows(), command);
  return 0;
}

}  // namespace
}  // namespace intercusp::bench

int main(int argc, char** argv) {
  try {
    return intercusp::bench::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 3;
  }
}
