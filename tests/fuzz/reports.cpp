// Reports with hostile names: for any name of a case, a file, a solid or a movement, JSON, tables and pages hold it as
// text and are otherwise unchanged.
#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "io/case/import_solids.h"
#include "io/case/track_file.h"
#include "io/files/safe_text.h"
#include "io/results/inspection/report.h"
#include "io/results/several/report.h"
#include "io/results/tracks/report.h"
#include "occlusion/inspect.h"
#include "occlusion/motion/tracks/play.h"
#include "occlusion/several/interference.h"
#include "tests/fuzz/chosen.h"
#include "tests/fuzz/csv_reader.h"
#include "tests/support/bites.h"
#include "tests/support/shared.h"

namespace intercusp {
namespace {

using fuzz::expect;
using Names = std::vector<std::string>;

// ---- The reported analyses, made once ----

//! Two plates, 0.1 mm apart, on teeth 26 and 36.
const Bite& plates() {
  static const Bite bite = [] {
    const auto labelled = [](const TriangleMesh& mesh, int tooth) {
      Solid solid = solid_of(mesh);
      solid.labels.assign(mesh.vertices.size(), tooth);
      return std::make_shared<const Solid>(std::move(solid));
    };
    return Bite{.upper = labelled(shapes::fine_box({2, 0, 1.1}, {12, 10, 3}, 2), 26),
                .lower = labelled(shapes::fine_box({0, 0, -1}, {10, 10, 1}, 2), 36)};
  }();
  return bite;
}

MeshReport scan(const std::string& path, const std::string& format) {
  MeshReport report;
  report.files = {{.path = path, .format = format, .sha256 = std::string(64, 'a')}};
  return report;
}

//! Pictures and meshes take long to make and hold no names but those of the case: their bytes are left out.
Report quick(Report report) {
  for (Product& file : report.files) file.make = [] { return std::string("bytes"); };
  report.scene = {};
  return report;
}

std::vector<OutputFile> inspection_files(const Names& names) {
  static const Inspection inspection = inspect(prepare_case(plates()), {.engine = EngineKind::zlist,
                                                                        .pixel_mm = 0.5,
                                                                        .direction = Eigen::Vector3d::UnitZ(),
                                                                        .area_error = 0.1,
                                                                        .bite_error = {.poses = 0},
                                                                        .thresholds_mm = {0.2}});
  const MeshReport upper = scan(names[0], "STL binary"), lower = scan(names[1], names[5]);
  Report report = quick(report_of(testing::shared(inspection), {upper, lower, 1}, nullptr,
                                  {.name = names[2], .date = names[3], .notes = names[4]}));
  std::vector<OutputFile> files = files_of(report);
  files.push_back({"terminal", summary_text(report)});
  return files;
}

std::vector<OutputFile> interference_files(const Names& names) {
  static const std::vector<TriangleMesh> meshes = {shapes::box({0, 0, 0}, {2, 2, 2}),
                                                   shapes::box({1, 1, 1}, {3, 3, 3}),
                                                   shapes::box({9, 1, 1}, {10, 3, 3})};
  static const InterferenceReport found = [] {
    InterferenceReport report{.options = {.pixel_mm = 0.2}};
    std::vector<SolidOrBody> solids;
    for (const TriangleMesh& mesh : meshes) {
      report.solids.push_back({.solid = std::make_shared<const Solid>(solid_of(mesh))});
      solids.push_back({report.solids.back().solid});
    }
    report.found = find_interference(solids, report.options);
    return report;
  }();
  InterferenceReport named = found;
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    named.solids[i].name = names[i];
    named.solids[i].import = scan(names[3 + i], "PLY");
  }
  Report report = quick(report_of(testing::shared(named)));
  std::vector<OutputFile> files = files_of(report);
  files.push_back({"terminal", summary_text(report)});
  return files;
}

std::vector<OutputFile> playback_files(const Names& names) {
  static const Track track{.poses = {{.time_s = 0}, {.time_s = 0.1}, {.time_s = 0.2}}};
  static const Playback playback = play(
      plates(), track, {.engine = EngineKind::zlist, .pixel_mm = 0.5, .direction = Eigen::Vector3d::UnitZ()});
  Playback named = playback;
  for (Movement& movement : named.movements) movement.name = names[0];
  const MeshReport upper = scan(names[1], "STL binary"), lower = scan(names[2], "PLY");
  const TrackFile file{.track = track, .format = names[4], .sha256 = std::string(64, 'a')};
  Report report =
      quick(report_of(testing::shared(named), {.file = file, .path = names[3]}, {upper, lower, 1}));
  std::vector<OutputFile> files = files_of(report);
  files.push_back({"terminal", summary_text(report)});
  return files;
}

// ---- Requirements of the files ----

//! The tags of a page with the names of their attributes. Markup that we do not write ends the fuzzer.
std::string skeleton(std::string_view html) {
  std::string tags;
  while (true) {
    const std::size_t open = html.find('<');
    expect(html.substr(0, open).find('>') == std::string_view::npos);
    if (open == std::string_view::npos) return tags;
    html.remove_prefix(open + 1);
    if (html.starts_with("style>")) {  // our own text, which contains >
      html.remove_prefix(html.find("</style>") + 1);
    }
    bool quoted = false;
    for (; !html.empty() && (quoted || html.front() != '>'); html.remove_prefix(1)) {
      if (html.front() == '"')
        quoted = !quoted;
      else if (!quoted)
        tags += html.front();
    }
    expect(!html.empty());
    html.remove_prefix(1);
    tags += '\n';
  }
}

void collect_strings(const nlohmann::json& json, std::vector<std::string>& strings) {
  if (json.is_string()) strings.push_back(json);
  if (json.is_structured())
    for (const nlohmann::json& entry : json) collect_strings(entry, strings);
}

//! JSON with as many strings as the report with plain names.
void expect_json(const std::string& text, const std::string& plain_text) {
  expect(valid_utf8(text) == text);
  std::vector<std::string> strings, plain;
  collect_strings(nlohmann::json::parse(text), strings);
  collect_strings(nlohmann::json::parse(plain_text), plain);
  expect(strings.size() == plain.size());
}

void expect_csv(const std::string& text, const std::string& plain) {
  const std::vector<fuzz::Row> rows = fuzz::rows_of(text), plain_rows = fuzz::rows_of(plain);
  expect(rows.size() == plain_rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    expect(rows[i].size() == plain_rows[i].size());
    for (const std::string& cell : rows[i]) {
      const bool number = !cell.empty() && cell.find_first_not_of("+-.0123456789e") == std::string::npos;
      expect(number || cell.find_first_of("=+-@\t\r") != 0);
    }
  }
}

void expect_terminal(const std::string& text) {
  expect(valid_utf8(text) == text);
  for (const char letter : text)
    expect(letter == '\n' || letter == '\t' || (static_cast<unsigned char>(letter) >= ' ' && letter != 0x7f));
}

void expect_page(const std::string& html, const std::string& plain) {
  expect(valid_utf8(html) == html);
  expect(skeleton(html) == skeleton(plain));
}

void expect_harmless(const std::vector<OutputFile>& files, const std::vector<OutputFile>& plain) {
  expect(files.size() == plain.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string_view name = files[i].name;
    expect(name == plain[i].name);
    if (name.ends_with(".json")) expect_json(files[i].bytes, plain[i].bytes);
    if (name.ends_with(".csv")) expect_csv(files[i].bytes, plain[i].bytes);
    if (name.ends_with(".html")) expect_page(files[i].bytes, plain[i].bytes);
    if (name == "terminal") expect_terminal(files[i].bytes);
  }
}

//! Six names; the bytes are cut at their zeros.
Names names_of(std::string_view bytes) {
  Names names(6);
  for (std::string& name : names) {
    name = bytes.substr(0, bytes.find('\0'));
    bytes.remove_prefix(std::min(name.size() + 1, bytes.size()));
  }
  return names;
}

//! The same number of letters for names that are not empty, because pages leave out empty ones.
Names plain_names(Names names) {
  for (std::string& name : names) std::ranges::fill(name, 'x');
  return names;
}

}  // namespace
}  // namespace intercusp

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace intercusp;
  const Names names = names_of({reinterpret_cast<const char*>(data), size}), plain = plain_names(names);
  for (const auto& files_with : {inspection_files, interference_files, playback_files})
    expect_harmless(files_with(names), files_with(plain));
  return 0;
}
