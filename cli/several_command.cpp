#include <chrono>
#include <memory>

#include "cli/output.h"
#include "io/case/bodies_file.h"
#include "io/case/import_solids.h"
#include "io/language/language.h"
#include "io/results/several/report.h"
#include "occlusion/base/free_memory.h"
#include "occlusion/base/ms_since.h"

namespace intercusp::cli {
namespace {

struct InterfereArguments {
  std::vector<std::string> solids;
  InterferenceOptions options;
  std::string unit;
  OutputOptions output;
};

//! Checks, before a mesh is read, that there are several solids or a file of bodies.
//! \throw CLI::ValidationError
void check_count(const std::vector<std::string>& sources) {
  if (sources.size() == 1 && !is_json_file(sources[0]))
    throw CLI::ValidationError("SOLID", "two or more are needed, or a file that describes several bodies");
}

InterferenceReport interference_report(const InterfereArguments& arguments, ProgressLine& line) {
  InterferenceReport report{.options = arguments.options};
  line.say(phrase("reading and closing the solids"));
  const auto start = std::chrono::steady_clock::now();
  ImportedSolids imported = import_solids(arguments.solids, mm_per_unit_of(arguments.unit));
  report.import_ms = ms_since(start);
  report.solids = std::move(imported.solids);
  report.remarks = std::move(imported.remarks);
  if (report.solids.size() < 2)
    throw CLI::ValidationError("SOLID", "two or more are needed; the bodies file describes one");
  std::vector<SolidOrBody> solids;
  std::size_t faces = 0;
  for (const NamedSolid& named : report.solids) {
    solids.push_back({named.solid, named.body});
    faces += named.solid->mesh.faces.size();
  }
  constexpr std::uint64_t a_face = 50;  // rounded down
  need_memory(a_face * faces);
  line.say(phrase("seeking overlaps"));
  report.found =
      find_interference(solids, report.options, percent_on(line, phrase("looking at pairs that are near")));
  std::vector<int> teeth;
  for (const NamedSolid& named : report.solids) teeth.push_back(named.fdi);
  report.neighbours =
      find_neighbours(solids, teeth, percent_on(line, phrase("measuring neighbouring teeth")));
  return report;
}

void run_interfere(const InterfereArguments& arguments) {
  check_count(arguments.solids);
  const Output output(arguments.output,
                      {"interfere.json", "overlaps.csv", "neighbours.csv", "interference.png"},
                      input_files(arguments.solids));
  ProgressLine line(output.quiet());
  const auto report = std::make_shared<const InterferenceReport>(interference_report(arguments, line));
  output.deliver(report_of(report), line);
}

}  // namespace

void add_interfere_command(CLI::App& program) {
  auto [command, arguments] = add_command(
      program, "interfere",
      "Find which of several solids overlap, which penetrates which, how deep and where", run_interfere);
  command
      .add_option("SOLID", arguments.solids,
                  "Two or more solids: mesh files (STL, PLY, OBJ, OFF, VTP, VTK, GLB, 3MF, DICOM), folders, "
                  "comma-separated lists of files, or BODIES.json: {\"bodies\": [{\"name\", \"kind\": "
                  "\"sphere|ellipsoid|cylinder|cone|torus|box\", \"pose\": [16 numbers, row by row], "
                  "\"size_mm\": [..]}]}, a solid for each body, always mm")
      ->required()
      ->expected(1, CLI::detail::expected_max_vector_size);
  each_option(arguments.options, AddOption{command});
  add_unit_option(command, arguments.unit);
  add_output_options(command, arguments.output);
}

}  // namespace intercusp::cli
