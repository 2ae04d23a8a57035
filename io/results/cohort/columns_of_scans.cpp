// The columns of `compare`, `bite` and `segment`.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/results/bite/report.h"
#include "io/results/cohort/columns.h"
#include "io/results/comparison/report.h"

namespace intercusp {
namespace {

using nlohmann::json;
using Reader = Figure<json>::Reader;

constexpr const char* jaws[] = {"upper", "lower"};

std::vector<json> reports_of_jaws(const json& result) {
  std::vector<json> reports;
  for (const char* const jaw : jaws) {
    if (result.contains(jaw)) reports.push_back(result[jaw]);
  }
  return reports;
}

Figure<json> findings_figure(std::vector<json> (*reports)(const json& result)) {
  return {"findings", "", "Codes of what the reports remark on, with spaces between.",
          [reports](const json& result) { return codes_of_findings(reports(result)); }};
}

//! Of the teeth of a jaw; null where the jaw has no result or no pose.
Reader of_teeth(const std::string& jaw, double (*number)(const json& teeth)) {
  return [=](const json& result) -> Value {
    const json of_jaw = result.value(jaw, json::object());
    if (!of_jaw.contains("teeth") || !of_jaw.value("determined", true)) return {};
    return number(of_jaw["teeth"]);
  };
}

//! Counts are whole numbers.
Reader counted(const std::string& jaw, bool (*counts)(const json& tooth)) {
  return [=](const json& result) -> Value {
    const json of_jaw = result.value(jaw, json::object());
    if (!of_jaw.contains("teeth") || !of_jaw.value("determined", true)) return {};
    return std::ranges::count_if(of_jaw["teeth"], counts);
  };
}

double number_or_0(const json& value) { return value.is_number() ? value.get<double>() : 0; }

double sum_of(const json& teeth, const char* key) {
  double sum = 0;
  for (const json& tooth : teeth) sum += number_or_0(tooth[key]);
  return sum;
}

double deepest_loss_mm(const json& teeth) {
  double most = 0;
  for (const json& tooth : teeth) most = std::max(most, number_or_0(tooth["deepest_loss_mm"]));
  return most;
}

double most_moved_mm(const json& teeth) {
  double most = 0;
  for (const json& tooth : teeth) {
    const json& moved = tooth["moved_mm"];
    if (!moved.is_object()) continue;
    most = std::max(most, std::hypot(moved["buccal"].get<double>(), moved["mesial"].get<double>(),
                                     moved["occlusal"].get<double>()));
  }
  return most;
}

Figures<json> compared_jaw_figures(const std::string& jaw) {
  const auto read = [&](const char* pointer) { return read_at("/" + jaw + pointer); };
  return {
      {jaw + "_determined", "", "Whether the scan could be brought to that of the first session.",
       read("/determined")},
      {jaw + "_explanation", "", "What explains the differences best.", read("/explanation")},
      {jaw + "_residual_mm", "mm", "Root mean square distance of the scans where nothing has changed.",
       read("/residual_mm")},
      {jaw + "_kept_share", "1", "Share of the surface in common that has not changed.", read("/kept_share")},
      {jaw + "_at_teeth_mm", "mm", "Where a crown would be without change is known to so much, 95 %.",
       read("/pose_error/at_teeth_mm")},
      {jaw + "_scale", "1", "Size of the scan over that of the first session.", read("/scale/factor")},
      {jaw + "_scale_low", "1", "Lower end of its 95 % interval.", read("/scale/interval/0")},
      {jaw + "_scale_high", "1", "Upper end of that interval.", read("/scale/interval/1")},
      {jaw + "_distortion_mm", "mm", "Smooth distortion along the arch, root mean square.",
       read("/distortion_mm")},
      {jaw + "_teeth_against_gum_mm", "mm", "Mean displacement of the crowns against the gum.",
       read("/teeth_against_gum/moved_mm")},
      {jaw + "_teeth_unchanged", "1", "Teeth without a change beyond the noise.",
       counted(jaw, [](const json& tooth) { return tooth["state"] == "unchanged"; })},
      {jaw + "_teeth_changed", "1", "Teeth that changed beyond the noise.",
       counted(jaw, [](const json& tooth) { return tooth["state"] == "changed"; })},
      {jaw + "_teeth_missing_after", "1", "Teeth that the first session has and this one has not.",
       counted(jaw, [](const json& tooth) { return tooth["state"] == "missing_after"; })},
      {jaw + "_teeth_missing_before", "1", "Teeth that this session has and the first has not.",
       counted(jaw, [](const json& tooth) { return tooth["state"] == "missing_before"; })},
      {jaw + "_teeth_not_measured", "1", "Teeth on which nothing could be measured.",
       counted(jaw, [](const json& tooth) { return tooth["state"] == "not_measured"; })},
      {jaw + "_lost_mm3", "mm3", "Sum of lost_mm3 over the teeth; losses within the noise count as 0.",
       of_teeth(jaw, [](const json& teeth) { return sum_of(teeth, "lost_mm3"); })},
      {jaw + "_gained_mm3", "mm3", "Sum of gained_mm3 likewise.",
       of_teeth(jaw, [](const json& teeth) { return sum_of(teeth, "gained_mm3"); })},
      {jaw + "_deepest_loss_mm", "mm", "Greatest deepest_loss_mm of the teeth; 0 without a loss.",
       of_teeth(jaw, deepest_loss_mm)},
      {jaw + "_most_moved_mm", "mm", "Longest movement of a crown; 0 where none moved.",
       of_teeth(jaw, most_moved_mm)}};
}

Figures<json> found_jaw_figures(const std::string& jaw) {
  const auto read = [&](const char* pointer) { return read_at("/" + jaw + pointer); };
  return {{jaw + "_triangles", "1", "Triangles of the scan as read.", read("/triangles")},
          {jaw + "_teeth", "1", "Teeth found.", counted(jaw, [](const json&) { return true; })},
          {jaw + "_teeth_not_sure", "1", "Teeth whose numbers should be looked at before they are used.",
           counted(jaw, [](const json& tooth) { return !tooth.value("sure", true); })}};
}

Figure<json> jaw_column() { return {"jaw", "", "upper or lower.", read_at("/jaw")}; }

//! One number of `measured` with its interval: what is within the noise, too.
Figures<json> measured_columns(const std::string& name, const std::string& part, const char* unit) {
  const std::string pointer = "/measured/" + part;
  const std::string end = std::string("_") + unit;
  return {{"measured_" + name + end, unit, "As " + name + end + ", also within the noise.",
           read_at(pointer + "/value")},
          {"measured_" + name + "_low" + end, unit, "Lower end of its 95 % interval.",
           read_at(pointer + "/interval/0")},
          {"measured_" + name + "_high" + end, unit, "Upper end of that interval.",
           read_at(pointer + "/interval/1")}};
}

}  // namespace

Figures<json> compare_figures() {
  return Figures<json>{{"compared_with", "", "Session of the subject's first row; empty in that row itself.",
                        read_at("/compared_with")},
                       findings_figure(reports_of_jaws)} +
         compared_jaw_figures("upper") + compared_jaw_figures("lower");
}

Figures<json> compared_teeth_columns() {
  Figures<ToothChangeRow> figures = tooth_change_figures();
  std::erase_if(figures, [](const auto& each) { return each.in != In::json_and_csv; });
  Figures<json> columns = Figures<json>{jaw_column()} + in_json(figures) +
                          measured_columns("lost", "lost_mm3", "mm3") +
                          measured_columns("gained", "gained_mm3", "mm3") +
                          measured_columns("deepest_loss", "deepest_loss_mm", "mm");
  for (const std::string direction : {"buccal", "mesial", "occlusal"})
    columns = std::move(columns) + measured_columns("moved_" + direction, "moved_mm/" + direction, "mm");
  for (const std::string turn : {"torque", "tip", "rotation"})
    columns = std::move(columns) + measured_columns(turn, "turned_deg/" + turn, "deg");
  return columns;
}

Figures<json> bite_figures() {
  Figures<json> figures = {
      {"findings", "", "Codes of what the report remarks on, with spaces between.",
       [](const json& report) { return codes_of_findings({report}); }},
      {"upper_triangles", "1", "Triangles of the upper scan as read.", read_at("/upper/triangles")},
      {"lower_triangles", "1", "Triangles of the lower scan as read.", read_at("/lower/triangles")},
      {"determined", "", "Whether one bite fits better than all others.", read_at("/determined")},
      {"reason", "", "Why not, as a code.", read_at("/reason")},
      {"method", "", "buccal: by scans from the cheek; arches: by the arches alone.", read_at("/method")},
      {"certainty", "1", "By the arches: share of bites among pairs of jaws that fit as well.",
       read_at("/certainty")},
      {"error_at_teeth_mm", "mm", "95 % error of the pose at the teeth, by buccal scans.",
       read_at("/pose_error/at_teeth_mm")},
      {"candidates", "1", "Bites found.",
       [](const json& report) { return Value(report.value("candidates", json::array()).size()); }}};
  for (const char* const key : {"score", "contacts", "max_penetration_mm", "residual_mm", "overlap_share"}) {
    const Figure<CandidateRow> best = figure(candidate_figures(), key);
    figures.push_back(
        {key, best.unit, "Of the best: " + best.definition, read_at("/candidates/0/" + std::string(key))});
  }
  return figures;
}

Figures<json> segment_figures() {
  return Figures<json>{findings_figure(reports_of_jaws)} + found_jaw_figures("upper") +
         found_jaw_figures("lower");
}

Figures<json> found_teeth_columns() {
  return {jaw_column(),
          {"fdi", "", "FDI number of the tooth.", read_at("/fdi")},
          {"confidence", "1", "Probability of the number.", read_at("/confidence")},
          {"sure", "", "Whether the number may be relied on.", read_at("/sure")},
          {"centre_x_mm", "mm", "Middle of the crown, in the frame of the scan.", read_at("/centre_mm/0")},
          {"centre_y_mm", "mm", "Likewise.", read_at("/centre_mm/1")},
          {"centre_z_mm", "mm", "Likewise.", read_at("/centre_mm/2")},
          {"mesiodistal_mm", "mm", "Width of the crown along the arch.", read_at("/mesiodistal_mm")}};
}

std::vector<json> teeth_of_both_jaws(const json& result) {
  std::vector<json> rows;
  for (const char* const jaw : jaws) {
    const json of_jaw = result.value(jaw, json::object());
    for (json tooth : of_jaw.value("teeth", json::array())) {
      tooth["jaw"] = jaw;
      rows.push_back(std::move(tooth));
    }
  }
  return rows;
}

}  // namespace intercusp
