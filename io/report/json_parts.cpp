#include "io/report/json_parts.h"

#include <array>

#include "io/wording/findings.h"

namespace intercusp {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json vector_of(const Eigen::Vector3d& vector) { return {vector.x(), vector.y(), vector.z()}; }

Json pose_json(const Eigen::Isometry3d& pose) {
  Json numbers = Json::array();
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 4; ++column) numbers.push_back(pose(row, column));
  }
  return numbers;
}

Json tooth_or_null(int fdi) { return fdi > 0 ? Json(fdi) : Json(); }

std::string joined_paths(const MeshReport& report) {
  std::string paths;
  for (const InputFile& file : report.files) paths += (paths.empty() ? "" : ",") + file.path;
  return paths;
}

Json files_json(const MeshReport& report) {
  Json files = Json::array();
  for (const InputFile& file : report.files) {
    files.push_back({{"path", file.path}, {"format", file.format}, {"sha256", file.sha256}});
  }
  return files;
}

Json input_json(const MeshReport& report) {
  return {
      {"file", joined_paths(report)}, {"triangles", report.triangles_read}, {"files", files_json(report)}};
}

Json solid_json(const MeshReport& report, const Solid& solid) {
  return {{"file", joined_paths(report)},
          {"triangles", report.triangles_read},
          {"closed_by_import", report.closed_by_import},
          {"files", files_json(report)},
          {"solid_triangles", solid.mesh.faces.size()},
          {"anatomy_triangles", solid.anatomy_faces},
          {"remarks", report.remarks}};
}

Json findings_json(const std::vector<Finding>& findings) {
  constexpr std::array<const char*, 3> severities = {"info", "warning", "error"};
  Json list = Json::array();
  for (const Finding& finding : findings) {
    Json values = Json::object();
    for (const auto& [name, value] : finding.values)
      std::visit([&, key = name](const auto& number_or_text) { values[key] = number_or_text; }, value);
    list.push_back({{"code", finding.code},
                    {"severity", severities[static_cast<std::size_t>(finding.severity)]},
                    {"values", std::move(values)}});
  }
  return list;
}

Json anatomy_json(const Anatomy& anatomy) {
  const auto axis = [&](auto member) { return anatomy.axes ? vector_of((*anatomy.axes).*member) : Json(); };
  return {{"superior", axis(&AnatomicalAxes::superior)},
          {"anterior", axis(&AnatomicalAxes::anterior)},
          {"left", axis(&AnatomicalAxes::left)},
          {"confidence", anatomy.confidence},
          {"method", in_words(anatomy.method)}};
}

}  // namespace intercusp
