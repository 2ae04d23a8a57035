#include <algorithm>
#include <array>
#include <string_view>

#include "viewer/app/json_record.h"
#include "viewer/tools/comparison/earlier_scans.h"

namespace intercusp::viewer {
namespace {

void pair_entries(JsonRecord& json, PointPair& pair) {
  json.place("earlier", pair.fixed);
  json.place("open", pair.moving);
}

void scan_entries(JsonRecord& json, EarlierScan& scan) {
  enum class Code { automatic, upper, lower };
  constexpr auto codes =
      enum_table<Code>({{Code::automatic, "auto"}, {Code::upper, "upper"}, {Code::lower, "lower"}});
  Code code = !scan.jaw ? Code::automatic : *scan.jaw == Jaw::upper ? Code::upper : Code::lower;
  json.path("source", scan.source);
  json.choice("jaw", code, codes);
  if (json.has("landmarks", !scan.landmarks.empty())) json.list("landmarks", scan.landmarks, pair_entries);
  if (!json.reads()) return;
  scan.jaw =
      code == Code::automatic ? std::nullopt : std::optional(code == Code::upper ? Jaw::upper : Jaw::lower);
  if (!scan.landmarks.empty() && !determine_a_pose(scan.landmarks))
    json.entry().refuse(Text("has landmarks that do not hold the scans"));
}

}  // namespace

void earlier_scan_entries(JsonRecord& json, Document& document) {
  EarlierScans scans = document.parts.get<EarlierScans>();
  if (!json.has("earlier_scans", !scans.scans.empty())) return;
  json.list("earlier_scans", scans.scans, scan_entries);
  json.number("earlier_scan", scans.chosen, 0, 1e6);
  if (!json.reads()) return;
  scans.chosen = scans.scans.empty() ? 0 : std::min(scans.chosen, scans.scans.size() - 1);
  document.parts.set(scans);
}

std::vector<std::string> earlier_scan_files(const Document& document) {
  std::vector<std::string> sources;
  for (const EarlierScan& scan : document.parts.get<EarlierScans>().scans) sources.push_back(scan.source);
  return sources;
}

}  // namespace intercusp::viewer
