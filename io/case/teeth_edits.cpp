#include "io/case/teeth_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/files/errors.h"
#include "io/files/read_json.h"
#include "io/language/language.h"
#include "io/language/tooth_names.h"
#include "occlusion/base/limits.h"

namespace intercusp {
namespace {

using Kind = TeethEdit::Kind;
using nlohmann::json;

//! One entry of the list. Errors name it.
class Entry {
 public:
  Entry(const json& entry, std::size_t number, const std::filesystem::path& file)
      : entry_(entry), number_(number), file_(file) {}

  [[noreturn]] void fail(const std::string& reason) const {
    throw InputError(file_, fmt::format("entry {} of \"edits\": {}", number_, reason));
  }
  [[nodiscard]] Kind kind() const {
    const auto name = entry_.is_object() ? entry_.find("do") : entry_.end();
    if (!entry_.is_object() || name == entry_.end() || !name->is_string())
      fail(R"(has no "do"; write {"do": "merge", "teeth": [16, 17]} or the like)");
    const auto kind = find_named<Kind>(name->get<std::string>());
    if (!kind)
      fail(fmt::format("no edit is called \"{}\"; there are {}", name->get<std::string>(),
                       fmt::join(all_names<Kind>(), ", ")));
    return *kind;
  }
  [[nodiscard]] int integer(const char* key) const { return integer_of(value(key), key); }
  [[nodiscard]] int integer(const char* key, int without) const {
    return entry_.contains(key) ? integer(key) : without;
  }
  [[nodiscard]] std::array<int, 2> two_teeth(const char* key) const {
    const json& list = value(key);
    if (!list.is_array() || list.size() != 2)
      fail(fmt::format("\"{}\" must be a list of two tooth numbers", key));
    return {integer_of(list[0], key), integer_of(list[1], key)};
  }
  [[nodiscard]] double length(const char* key) const {
    const json& number = value(key);
    if (!number.is_number() || !(number.get<double>() > 0 && number.get<double>() <= 20))
      fail(fmt::format("\"{}\" must be above 0 and at most 20", key));
    return number.get<double>();
  }
  [[nodiscard]] Eigen::Vector3d point(const char* key) const { return point_of(value(key), key); }
  [[nodiscard]] std::vector<Eigen::Vector3d> points(const char* key) const {
    const json& list = value(key);
    if (!list.is_array() || list.empty()) fail(fmt::format("\"{}\" must be a list of points", key));
    std::vector<Eigen::Vector3d> points;
    for (const json& each : list) points.push_back(point_of(each, key));
    return points;
  }

 private:
  const json& entry_;
  std::size_t number_;
  const std::filesystem::path& file_;

  [[nodiscard]] const json& value(const char* key) const {
    const auto at = entry_.find(key);
    if (at == entry_.end()) fail(fmt::format("\"{}\" needs \"{}\"", entry_["do"].get<std::string>(), key));
    return *at;
  }
  [[nodiscard]] int integer_of(const json& number, const char* key) const {
    if (!number.is_number_integer() || std::abs(number.get<double>()) > 99)
      fail(fmt::format("\"{}\" is {}; write a whole number, teeth by FDI", key, number.dump().substr(0, 40)));
    return number.get<int>();
  }
  [[nodiscard]] Eigen::Vector3d point_of(const json& list, const char* key) const {
    if (!list.is_array() || list.size() != 3 ||
        !std::all_of(list.begin(), list.end(), [](const json& each) { return each.is_number(); }))
      fail(fmt::format("a point of \"{}\" must be three numbers in mm, in the frame of the scan", key));
    const Eigen::Vector3d point(list[0].get<double>(), list[1].get<double>(), list[2].get<double>());
    if (point.cwiseAbs().maxCoeff() > limits::farthest_vertex_mm)
      fail(fmt::format("a point of \"{}\" lies further away than any scan; write mm", key));
    return point;
  }
};

TeethEdit edit_of(const Entry& entry) {
  TeethEdit edit{.kind = entry.kind()};
  switch (edit.kind) {
    case Kind::merge: {
      const auto teeth = entry.two_teeth("teeth");
      edit.tooth = teeth[0];
      edit.number = teeth[1];
      break;
    }
    case Kind::split:
      edit.tooth = entry.integer("tooth");
      edit.points_mm = {entry.point("from_mm"), entry.point("to_mm")};
      break;
    case Kind::add:
      edit.points_mm = {entry.point("at_mm")};
      edit.number = entry.integer("number", 0);
      break;
    case Kind::remove:
    case Kind::missing:
      edit.tooth = entry.integer("tooth");
      break;
    case Kind::grow:
    case Kind::shrink:
      edit.tooth = entry.integer("tooth");
      edit.points_mm = entry.points("along_mm");
      edit.radius_mm = entry.length("radius_mm");
      break;
    case Kind::renumber:
      edit.tooth = entry.integer("tooth");
      edit.number = entry.integer("number");
      break;
    case Kind::shift:
      edit.tooth = entry.integer("from");
      edit.places = entry.integer("by");
      break;
  }
  return edit;
}

json point_json(const Eigen::Vector3d& point) { return {point.x(), point.y(), point.z()}; }

json json_of(const TeethEdit& edit) {
  json entry = {{"do", name_of(edit.kind)}};
  switch (edit.kind) {
    case Kind::merge:
      entry["teeth"] = {edit.tooth, edit.number};
      break;
    case Kind::split:
      entry["tooth"] = edit.tooth;
      entry["from_mm"] = point_json(edit.points_mm[0]);
      entry["to_mm"] = point_json(edit.points_mm[1]);
      break;
    case Kind::add:
      entry["at_mm"] = point_json(edit.points_mm[0]);
      if (edit.number != 0) entry["number"] = edit.number;
      break;
    case Kind::remove:
    case Kind::missing:
      entry["tooth"] = edit.tooth;
      break;
    case Kind::grow:
    case Kind::shrink:
      entry["tooth"] = edit.tooth;
      entry["along_mm"] = json::array();
      for (const Eigen::Vector3d& point : edit.points_mm) entry["along_mm"].push_back(point_json(point));
      entry["radius_mm"] = edit.radius_mm;
      break;
    case Kind::renumber:
      entry["tooth"] = edit.tooth;
      entry["number"] = edit.number;
      break;
    case Kind::shift:
      entry["from"] = edit.tooth;
      entry["by"] = edit.places;
      break;
  }
  return entry;
}

}  // namespace

std::vector<TeethEdit> teeth_edits_from_json(const json& list, const std::filesystem::path& file) {
  if (!list.is_array()) throw InputError(file, "\"edits\" is not a list");
  std::vector<TeethEdit> edits;
  for (const json& entry : list) edits.push_back(edit_of(Entry(entry, edits.size() + 1, file)));
  return edits;
}

std::vector<TeethEdit> read_teeth_edits(const std::filesystem::path& file) {
  const json json = read_json(file);
  if (!json.is_object() || !json.contains("edits"))
    throw InputError(file, R"(has no "edits"; write {"edits": [{"do": "merge", "teeth": [16, 17]}]})");
  return teeth_edits_from_json(json["edits"], file);
}

json teeth_edits_to_json(const std::vector<TeethEdit>& edits) {
  json list = json::array();
  for (const TeethEdit& edit : edits) list.push_back(json_of(edit));
  return list;
}

std::string teeth_edits_text(const std::vector<TeethEdit>& edits) {
  std::string text = "{\"edits\": [";
  for (std::size_t i = 0; i < edits.size(); ++i)
    text += (i == 0 ? "\n  " : ",\n  ") + json_of(edits[i]).dump();
  return text + "\n]}\n";
}

EditedTeeth replay(const FoundTeeth& found, const EditSurface& surface, const std::vector<TeethEdit>& edits,
                   const std::filesystem::path& file) {
  EditedTeeth teeth{.found = found};
  for (std::size_t i = 0; i < edits.size(); ++i) {
    try {
      teeth = edited(teeth, surface, edits[i]);
    } catch (const EditRefused& refused) {
      throw InputError(
          file, fmt::format("entry {} of \"edits\": {}", i + 1, sentence_of_refusal(refused.finding())),
          refused.finding());
    }
  }
  return teeth;
}

std::string sentence_of_refusal(const Finding& refusal) {
  const std::string& reason = refusal.text("reason");
  const auto tooth = [&](const char* name) { return tooth_name(static_cast<int>(refusal.number(name))); };
  if (reason == "no_such_tooth") return phrase("there is no tooth {}", tooth("tooth"));
  if (reason == "no_such_number")
    return phrase("{} is not a tooth of this jaw; give an FDI number", refusal.number("number"));
  if (reason == "same_tooth")
    return phrase("tooth {} cannot be merged with itself; name another", tooth("tooth"));
  if (reason == "number_taken")
    return phrase("the number {} is already there; shift its row or renumber that tooth first",
                  tooth("number"));
  if (reason == "beyond_the_arch")
    return phrase("tooth {} would move beyond the last place of its side", tooth("tooth"));
  if (reason == "row_is_full")
    return phrase("the row around tooth {} is full; remove a tooth or renumber one first", tooth("tooth"));
  if (reason == "number_needed") return phrase("there are no teeth to count from; give the number");
  if (reason == "on_a_tooth")
    return phrase("the point lies on tooth {}; click on a crown without a number", tooth("tooth"));
  if (reason == "no_crown_there")
    return phrase("there is no crown around the point; click in the middle of one");
  if (reason == "ends_meet" || reason == "ends_apart")
    return phrase("both points must lie on tooth {}, at either end of the valley", tooth("tooth"));
  if (reason == "part_too_small")
    return phrase("the cut takes too little of tooth {}; click at either end of the valley", tooth("tooth"));
  if (reason == "point_off_scan")
    return phrase("the point is {:.1f} mm away from the scan; the edits may be another scan's",
                  refusal.number("distance_mm"));
  return reason;
}

}  // namespace intercusp
