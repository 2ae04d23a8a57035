#include "io/report/parts.h"

#include <algorithm>

#include "io/files/value.h"
#include "io/language/language.h"
#include "io/wording/findings.h"
#include "occlusion/case/teeth.h"
#include "occlusion/engines/compute_map.h"

namespace intercusp {

Fields envelope(std::string_view schema, std::string_view units) {
  return {{"schema", schema},
          {"version", INTERCUSP_VERSION},
          {"units", units},
          {"purpose", "for research and planning support; not a diagnosis"}};
}

std::string paths_of(const MeshReport& report) {
  std::string paths;
  for (const InputFile& file : report.files) paths += (paths.empty() ? "" : ",") + file.path;
  return paths;
}

Values input_files(const MeshReport& report) {
  return list_of(report.files, [](const InputFile& file) {
    Fields fields{{"path", file.path}, {"format", file.format}, {"sha256", file.sha256}};
    if (file.part) fields.emplace_back("part", name_of(*file.part));
    return fields;
  });
}

Fields input_fields(const MeshReport& report) {
  return {{"file", paths_of(report)}, {"triangles", report.triangles_read}, {"files", input_files(report)}};
}

Fields solid_fields(const MeshReport& report, const Solid& solid) {
  return {{"file", paths_of(report)},
          {"triangles", report.triangles_read},
          {"closed_by_import", report.closed_by_import},
          {"files", input_files(report)},
          {"solid_triangles", solid.mesh.faces.size()},
          {"anatomy_triangles", solid.anatomy_faces},
          {"remarks", sentences_of(report.remarks)}};
}

Value label_source_value(const MeshReport& report) {
  return report.label_sources.empty() ? Value() : Value(label_source_in_words(report.label_sources));
}

Fields anatomy_fields(const Anatomy& anatomy) {
  const auto axis = [&](auto member) { return anatomy.axes ? Value((*anatomy.axes).*member) : Value(); };
  return {{"superior", axis(&AnatomicalAxes::superior)},
          {"anterior", axis(&AnatomicalAxes::anterior)},
          {"left", axis(&AnatomicalAxes::left)},
          {"confidence", anatomy.confidence},
          {"method", in_words(anatomy.method)}};
}

Fields direction_fields(const View& view) {
  return {{"direction", view.direction()},
          {"pixel_mm", view.grid.pixel_mm},
          {"width", view.grid.width},
          {"height", view.grid.height}};
}

Fields window_fields(const View& view) {
  const Eigen::Matrix3d axes = view.view_from_case.linear();
  return {
      {"right", axes.row(0)}, {"down", axes.row(1)}, {"u0_mm", view.grid.u0_mm}, {"v0_mm", view.grid.v0_mm}};
}

Values estimated_teeth_values(const std::vector<EstimatedTooth>& teeth) {
  return list_of(teeth, [](const EstimatedTooth& tooth) {
    return Fields{{"fdi", tooth.fdi}, {"confidence", tooth.confidence}, {"sure", tooth.sure}};
  });
}

Value asked_engine(EngineKind kind) { return kind == EngineKind::automatic ? "auto" : name_of(kind); }

Value asked_direction(const std::optional<Eigen::Vector3d>& direction) {
  return direction ? Value(*direction) : Value("auto");
}

Fields fields_of(const std::vector<Fact>& facts) {
  Fields fields;
  for (const Fact& fact : facts) fields.push_back({fact.name, fact.text});
  return fields;
}

Fields timing_fields(double import_ms, const std::vector<StageTime>& stages,
                     const std::vector<std::string>& always) {
  Fields times = {{"import", import_ms}};
  for (const std::string& name : always) times.push_back({name, 0.0});
  for (const StageTime& stage : stages) {
    const auto known = std::ranges::find(times, stage.name, &Field::name);
    if (known != times.end()) {
      known->value = stage.ms;
    } else {
      times.push_back({stage.name, stage.ms});
    }
  }
  return times;
}

Value interval_value(const Interval& interval) { return Values{interval.low, interval.high}; }

Fields provenance_columns(const Provenance& provenance) {
  return {{"version", provenance.version},
          {"settings", provenance.settings},
          {"upper_sha256", provenance.upper_sha256},
          {"lower_sha256", provenance.lower_sha256}};
}

Values finding_values(const std::vector<Finding>& findings) {
  return list_of(findings, [](const Finding& finding) {
    Fields values;
    for (const auto& [name, value] : finding.values)
      values.push_back({name, std::visit([](const auto& one) { return Value(one); }, value)});
    return Fields{
        {"code", finding.code}, {"severity", name_of(finding.severity)}, {"values", std::move(values)}};
  });
}

Values finding_values(std::vector<Finding> findings, const MeshReport& upper, const MeshReport& lower) {
  const auto add = [&](const MeshReport& report, const char* jaw) {
    for (Finding finding : report.findings) {
      finding.values.emplace("jaw", jaw);
      findings.push_back(std::move(finding));
    }
  };
  add(upper, "upper");
  add(lower, "lower");
  return finding_values(findings);
}

Values remark_values(const std::vector<Finding>& findings, const MeshReport& upper, const MeshReport& lower) {
  Values sentences = list_of(findings, sentence_of);
  for (const Finding& finding : upper.findings) sentences.emplace_back("Upper: " + sentence_of(finding));
  for (const Finding& finding : lower.findings) sentences.emplace_back("Lower: " + sentence_of(finding));
  return sentences;
}

Values remark_values(const std::vector<Remark>& remarks) {
  return list_of(remarks, [](const Remark& remark) {
    return remark.about.empty() ? remark.text : remark.about + ": " + remark.text;
  });
}

std::vector<Remark> remarks_of(const std::vector<Finding>& findings, const MeshReport& upper,
                               const MeshReport& lower) {
  std::vector<Remark> all;
  for (const Finding& finding : findings) all.push_back({"", sentence_of(finding)});
  const auto add = [&](const MeshReport& report, const std::string& jaw) {
    for (const Finding& finding : report.findings) all.push_back({jaw, sentence_of(finding)});
    for (const Finding& finding : report.remarks) all.push_back({jaw, sentence_of(finding)});
  };
  add(upper, phrase("upper"));
  add(lower, phrase("lower"));
  return all;
}

std::string pose_file_text(const Eigen::Isometry3d& upper_from_lower) {
  return json_lines({{"upper_from_lower", upper_from_lower}});
}

}  // namespace intercusp
