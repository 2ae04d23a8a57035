#include "io/case/landmark_file.h"

#include <fmt/format.h>
#include <algorithm>
#include <iterator>

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "io/files/errors.h"
#include "io/files/read_json.h"
#include "occlusion/base/limits.h"

namespace intercusp {
namespace {

using nlohmann::json;

constexpr auto teeth3ds_classes = std::to_array<std::pair<const char*, LandmarkName>>({
    {"Mesial", LandmarkName::contact_mesial},
    {"Distal", LandmarkName::contact_distal},
    {"FacialPoint", LandmarkName::facial_axis},
    {"OuterPoint", LandmarkName::gum_facial},
    {"InnerPoint", LandmarkName::gum_lingual},
    {"Cusp", LandmarkName::cusp},
});

//! One entry of a list. Errors name it.
struct LandmarkEntry {
  const json& entry;
  std::size_t number;
  const std::filesystem::path& file;

  [[noreturn]] void fail(const std::string& reason) const {
    throw InputError(file, fmt::format("landmark {}: {}", number, reason));
  }
  [[nodiscard]] std::string text(const char* key) const {
    if (!entry.is_object() || !entry.contains(key) || !entry[key].is_string())
      fail(fmt::format("has no \"{}\"", key));
    return entry[key].get<std::string>();
  }
  [[nodiscard]] Eigen::Vector3d point(const char* key) const {
    const json list = entry.value(key, json());
    if (!list.is_array() || list.size() != 3 ||
        !std::ranges::all_of(list, [](const json& each) { return each.is_number(); }))
      fail(fmt::format("\"{}\" must be three numbers in mm, in the frame of the scan", key));
    const Eigen::Vector3d point(list[0].get<double>(), list[1].get<double>(), list[2].get<double>());
    if (!(point.cwiseAbs().maxCoeff() <= limits::farthest_vertex_mm))
      fail(fmt::format("\"{}\" lies further away than any scan; write mm", key));
    return point;
  }
  [[nodiscard]] double radius_mm() const {
    const json described = json::parse(entry.value("description", ""), nullptr, false);
    const json radius = described.is_object() ? described.value("radius_mm", json()) : json();
    return radius.is_number() && radius.get<double>() >= 0 ? radius.get<double>() : given_radius_mm;
  }
};

ToothLandmark markup_of(const LandmarkEntry& entry, bool ras) {
  const std::string label = entry.text("label");
  ToothLandmark landmark{.position_mm = entry.point("position"), .radius_mm = entry.radius_mm()};
  const auto [end, error] = std::from_chars(label.data(), label.data() + label.size(), landmark.fdi);
  const auto name = error == std::errc() && end != label.data() + label.size() && *end == ' '
                        ? find_named<LandmarkName>(end + 1)
                        : std::nullopt;
  if (!name || !is_tooth(landmark.fdi))
    entry.fail(
        fmt::format("\"{}\" names no landmark; write the FDI number and one of {}, as in \"16 cusp_mb\"",
                    label.substr(0, 40), fmt::join(all_names<LandmarkName>(), ", ")));
  landmark.name = *name;
  if (ras) landmark.position_mm.head<2>() *= -1;
  return landmark;
}

ToothLandmark teeth3ds_landmark_of(const LandmarkEntry& entry) {
  const std::string kind = entry.text("class");
  const auto known =
      std::ranges::find_if(teeth3ds_classes, [&](const auto& each) { return kind == each.first; });
  if (known == teeth3ds_classes.end())
    entry.fail(fmt::format("no class of landmarks is called \"{}\"", kind.substr(0, 40)));
  return {.name = known->second, .fdi = 0, .position_mm = entry.point("coord"), .radius_mm = given_radius_mm};
}

bool is_ras(const json& markup, const std::filesystem::path& file) {
  const json system = markup.value("coordinateSystem", json("LPS"));
  if (system == "RAS" || system == 0) return true;
  if (system == "LPS" || system == 1) return false;
  throw InputError(file, "\"coordinateSystem\" is neither LPS nor RAS");
}

}  // namespace

std::string landmarks_text(std::span<const ToothLandmark> landmarks) {
  json points = json::array();
  for (const ToothLandmark& each : landmarks) {
    const auto& p = each.position_mm;
    points.push_back({{"id", std::to_string(points.size() + 1)},
                      {"label", fmt::format("{} {}", each.fdi, name_of(each.name))},
                      {"description", json{{"radius_mm", each.radius_mm}}.dump()},
                      {"position", {p.x(), p.y(), p.z()}},
                      {"positionStatus", "defined"}});
  }
  const json markup = {{"type", "Fiducial"},
                       {"coordinateSystem", "LPS"},
                       {"coordinateUnits", "mm"},
                       {"controlPoints", std::move(points)}};
  return json{{"@schema",
               "https://raw.githubusercontent.com/slicer/slicer/master/Modules/Loadable/Markups/Resources/"
               "Schema/"
               "markups-schema-v1.0.3.json#"},
              {"markups", {markup}}}
             .dump(1) +
         "\n";
}

Values landmark_values(std::span<const ToothLandmark> landmarks) {
  return list_of(landmarks, [](const ToothLandmark& landmark) {
    return Fields{{"name", name_of(landmark.name)},
                  {"fdi", landmark.fdi},
                  {"position_mm", landmark.position_mm},
                  {"radius_mm", landmark.radius_mm}};
  });
}

std::vector<ToothLandmark> read_landmarks(const std::filesystem::path& file) {
  const json whole = read_json(file);
  std::vector<ToothLandmark> landmarks;
  const auto each_of = [&](const json& object, const char* key, const auto& use) {
    if (!object.is_object() || !object.contains(key) || !object[key].is_array())
      throw InputError(
          file, fmt::format(R"(has no list "{}"; give landmarks.mrk.json of `segment`, other markups of )"
                            R"(3D Slicer, or landmarks of Teeth3DS)",
                            key));
    for (const json& entry : object[key]) use(entry);
  };
  if (whole.is_object() && whole.contains("objects")) {
    each_of(whole, "objects", [&](const json& entry) {
      landmarks.push_back(teeth3ds_landmark_of({entry, landmarks.size() + 1, file}));
    });
    return landmarks;
  }
  each_of(whole, "markups", [&](const json& markup) {
    each_of(markup, "controlPoints", [&](const json& entry) {
      landmarks.push_back(markup_of({entry, landmarks.size() + 1, file}, is_ras(markup, file)));
    });
  });
  return landmarks;
}

std::vector<ToothLandmark> read_landmarks(std::span<const std::filesystem::path> files) {
  std::vector<ToothLandmark> landmarks;
  for (const std::filesystem::path& file : files)
    std::ranges::move(read_landmarks(file), std::back_inserter(landmarks));
  return landmarks;
}

}  // namespace intercusp
