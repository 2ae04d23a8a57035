#include <chrono>
#include <memory>

#include "cli/output.h"
#include "io/case/finding_codes.h"
#include "io/case/import_solids.h"
#include "io/files/errors.h"
#include "io/language/language.h"
#include "io/results/spray/report.h"
#include "io/wording/definitions.h"
#include "occlusion/base/angles.h"
#include "occlusion/base/ms_since.h"

namespace intercusp::cli {
namespace {

struct SprayArguments {
  std::vector<std::string> solids;
  std::string nozzle, gravity = "0,0,0";
  std::optional<double> disc_mm;
  double cone_deg = 15, speed_mm_s = Emitter{}.speed_mm_s;
  std::int64_t particles = static_cast<std::int64_t>(SprayOptions{}.particles);
  std::uint64_t seed = Emitter{}.seed;
  Bounces bounces;
  std::string unit;
  TeethSource teeth = TeethSource::automatic;
  OutputOptions output;
};

//! Checks the arguments before any file is opened.
SprayOptions options_of(const SprayArguments& arguments) {
  const std::string wants =
      "six numbers PX,PY,PZ,DX,DY,DZ: the place of the nozzle, less than 500 m away, and a direction that is "
      "not zero";
  const std::vector<double> numbers = numbers_of("--nozzle", wants, arguments.nozzle, 6);
  const std::string wants_gravity = "three numbers X,Y,Z in mm/s², below 1e9 together";
  const std::vector<double> gravity = numbers_of("--gravity", wants_gravity, arguments.gravity, 3);
  const Eigen::Vector3d acceleration(gravity[0], gravity[1], gravity[2]);
  if (!(acceleration.norm() < limits::most_gravity_mm_s2))
    throw CLI::ValidationError("--gravity", "wants " + wants_gravity + ", not " + arguments.gravity);
  SprayOptions options{
      .emitter = {.place = place_of("--nozzle", arguments.nozzle, Eigen::Vector3d(numbers.data())),
                  .direction =
                      direction_of("--nozzle", arguments.nozzle, Eigen::Vector3d(numbers.data() + 3)),
                  .opening = Cone{arguments.cone_deg * rad_per_deg},
                  .speed_mm_s = arguments.speed_mm_s,
                  .acceleration = acceleration,
                  .seed = arguments.seed},
      .particles = static_cast<std::uint64_t>(arguments.particles),
      .bounces = arguments.bounces};
  if (arguments.disc_mm) options.emitter.opening = DiscBeam{*arguments.disc_mm};
  return options;
}

void refuse_nozzle_inside(const SprayReport& report, const std::vector<SolidOrBody>& solids) {
  const Eigen::Vector3d& place = report.found.options.emitter.place;
  const std::optional<std::size_t> around = solid_around(solids, place);
  if (!around) return;
  const NamedSolid& solid = report.solids[*around];
  throw InputError(solid.import.files.front().path,
                   phrase("the nozzle at {}, {}, {} mm lies inside {}; move it outside", shortest(place.x()),
                          shortest(place.y()), shortest(place.z()), solid.name));
}

SprayReport spray_report(const SprayArguments& arguments, const SprayOptions& options, ProgressLine& line) {
  SprayReport report;
  line.say(phrase("reading and closing the solids"));
  const auto start = std::chrono::steady_clock::now();
  ImportedSolids imported = import_solids(arguments.solids, mm_per_unit_of(arguments.unit), arguments.teeth);
  report.import_ms = ms_since(start);
  report.solids = std::move(imported.solids);
  report.remarks = std::move(imported.remarks);
  for (Finding& finding : report.remarks)
    if (finding.code == codes::bodies_have_meshes) finding.code = "bodies_are_sprayed";
  report.found.options = options;
  std::vector<SolidOrBody> solids;
  for (const NamedSolid& named : report.solids) solids.push_back({named.solid, named.body});
  refuse_nozzle_inside(report, solids);
  report.found = spray(solids, options, percent_on(line, phrase("following the droplets")));
  return report;
}

void run_spray(const SprayArguments& arguments) {
  const SprayOptions options = options_of(arguments);
  const Output output(arguments.output,
                      {"spray.json", "report.html", "coverage.csv", "deposit.vtp", "deposit*.png",
                       "impacts_*.nrrd", "impacts_*.png"},
                      input_files(arguments.solids));
  ProgressLine line(output.quiet());
  const auto report = std::make_shared<const SprayReport>(spray_report(arguments, options, line));
  output.deliver(report_of(report), line);
}

void add_nozzle_options(CLI::App& command, SprayArguments& arguments) {
  command
      .add_option("--nozzle", arguments.nozzle,
                  "Nozzle PX,PY,PZ,DX,DY,DZ: a point in mm and the direction in which it sprays")
      ->required();
  const AddOption add{command};
  CLI::Option* const disc =
      add({"--disc", "", "Parallel beam from a disc of this radius in mm, uniform over its area",
           limits::disc_mm, "MM"},
          arguments.disc_mm);
  add({"--cone", "", "Cone from a point with this half angle in degrees, uniform over the solid angle",
       limits::cone_deg, "DEG"},
      arguments.cone_deg)
      ->excludes(disc);
  add({"--speed", "", "Speed of the droplets at the nozzle in mm/s", limits::droplet_mm_s, "MM/S"},
      arguments.speed_mm_s);
  command.add_option("--gravity", arguments.gravity, "Acceleration X,Y,Z in mm/s²")->capture_default_str();
}

}  // namespace

void add_spray_command(CLI::App& program) {
  auto [command, arguments] = add_command(
      program, "spray", "Find where droplets from a nozzle land on solids, when, how fast and how evenly",
      run_spray);
  const AddOption add{command};
  command
      .add_option("SOLID", arguments.solids,
                  "One or more solids: mesh files (STL, PLY, OBJ, OFF, VTP, VTK, GLB, 3MF, DICOM), folders, "
                  "comma-separated lists of files, or BODIES.json, whose bodies are met by their formulas")
      ->required();
  add_nozzle_options(command, arguments);
  add({"--bounces", "", "How often a droplet may bounce; it counts where it meets a surface last",
       limits::bounces},
      arguments.bounces.most);
  add({"--restitution", "",
       "Share of the speed across the surface that a bounce leaves; along it nothing is lost",
       limits::restitution, "SHARE"},
      arguments.bounces.restitution);
  command.add_option("--particles", arguments.particles, "Number of droplets")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}))
      ->capture_default_str();
  add({"--seed", "", "Random seed of the droplets"}, arguments.seed);
  add_teeth_option(command, arguments.teeth);
  add_unit_option(command, arguments.unit);
  add_output_options(command, arguments.output);
}

}  // namespace intercusp::cli
