#include "io/report/interference_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/files/csv_cell.h"
#include "io/files/json_layout.h"
#include "io/report/json_parts.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

using Json = nlohmann::ordered_json;

std::size_t count_if(const InterferenceReport& report, bool PairInterference::*what) {
  const std::vector<PairInterference>& pairs = report.found.near_pairs;
  return static_cast<std::size_t>(
      std::count_if(pairs.begin(), pairs.end(), [&](const PairInterference& pair) { return pair.*what; }));
}

std::size_t count_pairs(const InterferenceReport& report) {
  return report.solids.size() * (report.solids.size() - 1) / 2;
}

std::string found_by(const InterferenceReport& report, const PairInterference& pair) {
  return pair.found_by_engine ? name_of(report.options.engine) : "exact test";
}

Json penetrating_json(const InterferenceReport& report, const PairInterference& pair) {
  Json names = Json::array();
  if (pair.a_penetrates) names.push_back(report.solids[pair.a].name);
  if (pair.b_penetrates) names.push_back(report.solids[pair.b].name);
  return names;
}

Json pair_json(const InterferenceReport& report, const PairInterference& pair) {
  Json json = {{"a", report.solids[pair.a].name},   {"b", report.solids[pair.b].name},
               {"interference", pair.interference}, {"penetrating", penetrating_json(report, pair)},
               {"depth_mm", pair.depth_mm},         {"touching", pair.touching}};
  if (!pair.interference) return json;
  json["point_mm"] = vector_of(pair.point);
  json["direction"] = vector_of(pair.direction);
  json["volume_mm3"] = pair.volume_mm3;
  json["pixel_mm"] = pair.pixel_mm;
  json["found_by"] = found_by(report, pair);
  return json;
}

//! One line a pair. Most of many solids are far apart: a thousand have half a million such pairs, which are
//! not first made a tree.
std::string pairs_lines(const InterferenceReport& report) {
  std::vector<std::string> names;
  for (const NamedSolid& solid : report.solids) names.push_back(compact(solid.name));
  std::string text;
  auto near = report.found.near_pairs.begin();
  for (std::uint32_t a = 0; a < names.size(); ++a) {
    for (std::uint32_t b = a + 1; b < names.size(); ++b) {
      text += text.empty() ? "\n  " : ",\n  ";
      if (near != report.found.near_pairs.end() && near->a == a && near->b == b) {
        text += compact(pair_json(report, *near++));
      } else {
        text += "{\"a\":" + names[a] + ",\"b\":" + names[b] +
                R"(,"interference":false,"penetrating":[],"depth_mm":0,"touching":false})";
      }
    }
  }
  return text;
}

std::string penetrating_words(const InterferenceReport& report, const PairInterference& pair) {
  if (pair.a_penetrates && pair.b_penetrates) return "each other";
  if (pair.a_penetrates) return report.solids[pair.a].name;
  return pair.b_penetrates ? report.solids[pair.b].name : "no edge inside";
}

std::string table_of(const InterferenceReport& report, const std::vector<PairInterference>& pairs) {
  constexpr std::size_t most_rows = 12;
  std::size_t width = 5;
  for (std::size_t i = 0; i < std::min(pairs.size(), most_rows); ++i) {
    width = std::max({width, report.solids[pairs[i].a].name.size(), report.solids[pairs[i].b].name.size()});
  }
  std::string text = fmt::format("\n  {:<{}}  {:<{}}  {:>9}  {:>10}  penetrating\n", "solid", width, "solid",
                                 width, "depth mm", "volume mm³");
  for (std::size_t i = 0; i < std::min(pairs.size(), most_rows); ++i) {
    const PairInterference& pair = pairs[i];
    text += fmt::format("  {:<{}}  {:<{}}  {:>9}  {:>10}  {}\n", report.solids[pair.a].name, width,
                        report.solids[pair.b].name, width, rounded(pair.depth_mm, 3),
                        rounded(pair.volume_mm3, 3), penetrating_words(report, pair));
  }
  if (pairs.size() > most_rows)
    text += fmt::format("  and {} more; --out DIR writes all\n", pairs.size() - most_rows);
  return text;
}

}  // namespace

std::string interference_json(const InterferenceReport& report) {
  Json solids = Json::array();
  for (const NamedSolid& named : report.solids) {
    Json solid = {{"name", named.name}};
    solid.update(solid_json(named.import, *named.solid));
    solids.push_back(std::move(solid));
  }
  Json times = {{"import", report.import_ms}};
  for (const StageTime& stage : report.found.timings) times[stage.name] = stage.ms;
  return laid_out({{"schema", "intercusp-interfere/1"},
                   {"version", INTERCUSP_VERSION},
                   {"units", "mm"},
                   {"purpose", "for research and planning support; not a diagnosis"},
                   {"engine", name_of(report.options.engine)},
                   {"pixel_mm", report.options.pixel_mm},
                   {"depth_tolerance_mm", report.options.depth_tolerance_mm},
                   {"solids", std::move(solids)},
                   {"remarks", report.remarks},
                   {"pairs_interfering", count_if(report, &PairInterference::interference)},
                   {"pairs_touching", count_if(report, &PairInterference::touching)},
                   {"timings_ms", std::move(times)}},
                  "\"pairs\": [" + pairs_lines(report) + "]");
}

std::string interference_csv(const InterferenceReport& report) {
  std::string text =
      "a,b,depth_mm,volume_mm3,point_x_mm,point_y_mm,point_z_mm,direction_x,direction_y,direction_z,"
      "a_penetrates,b_penetrates,found_by,pixel_mm,version,settings\r\n";
  const std::string settings = settings_of(report);
  for (const PairInterference& pair : deepest_first(report)) {
    text += fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", csv_cell(report.solids[pair.a].name),
        csv_cell(report.solids[pair.b].name), pair.depth_mm, pair.volume_mm3, pair.point.x(), pair.point.y(),
        pair.point.z(), pair.direction.x(), pair.direction.y(), pair.direction.z(), pair.a_penetrates,
        pair.b_penetrates, found_by(report, pair), pair.pixel_mm, INTERCUSP_VERSION, settings);
  }
  return text;
}

std::string interference_text(const InterferenceReport& report) {
  std::string text;
  for (const std::string& remark : report.remarks) text += "Note: " + remark + "\n";
  for (const NamedSolid& solid : report.solids) {
    for (const std::string& remark : solid.import.remarks)
      text += "Note, " + solid.name + ": " + remark + "\n";
  }
  const std::vector<PairInterference> pairs = deepest_first(report);
  const std::size_t touching = count_if(report, &PairInterference::touching);
  text += fmt::format("{} solids, {}: {} of them interfere{}\n", report.solids.size(),
                      count_pairs(report) == 1 ? "1 pair" : fmt::format("{} pairs", count_pairs(report)),
                      pairs.empty() ? "none" : fmt::format("{}", pairs.size()),
                      touching > 0 ? fmt::format(", {} only touch", touching) : "");
  return pairs.empty() ? text : text + table_of(report, pairs);
}

}  // namespace intercusp
