#include "io/case/bodies_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "io/case/pose_file.h"
#include "io/files/errors.h"
#include "io/files/read_json.h"
#include "io/language/language.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

//! The number of sizes of a kind. A kind with a short form gets the missing sizes by default.
struct KindOfBody {
  BodyKind kind;
  std::size_t fewest_sizes, sizes;
  Text size_names;
};

constexpr std::array kinds = {
    KindOfBody{BodyKind::sphere, 1, 1, Text("[radius]")},
    KindOfBody{BodyKind::ellipsoid, 3, 3, Text("[semi-axis x, y, z]")},
    KindOfBody{BodyKind::cylinder, 2, 2, Text("[radius, height]")},
    KindOfBody{BodyKind::cone, 2, 3, Text("[base radius, height] or [base radius, top radius, height]")},
    KindOfBody{BodyKind::torus, 2, 3,
               Text("[ring radius, tube radius] or [ring radius, tube radius, angle in degrees]")},
    KindOfBody{BodyKind::box, 3, 3, Text("[edge x, y, z]")}};

//! An entry's place in the list, with its name for messages: "bodies[2].size_mm".
struct BodyPlace {
  const fs::path& file;
  std::size_t body;

  [[nodiscard]] std::string name(const std::string& member) const {
    return fmt::format("bodies[{}]{}{}", body, member.empty() ? "" : ".", member);
  }
  [[noreturn]] void refuse(const std::string& member, const std::string& reason) const {
    throw InputError(file, name(member) + ": " + reason);
  }
};

std::string name_in(const json& entry, const BodyPlace& place) {
  if (!entry.contains("name") || !entry["name"].is_string() || entry["name"].get<std::string>().empty())
    place.refuse("name", phrase("give the body a name, a text that is not empty"));
  return entry["name"].get<std::string>();
}

const KindOfBody& kind_in(const json& entry, const BodyPlace& place) {
  const std::string given =
      entry.contains("kind") && entry["kind"].is_string() ? entry["kind"].get<std::string>() : "";
  const std::optional<BodyKind> known = find_named<BodyKind>(given);
  if (!known)
    place.refuse("kind", phrase("must be sphere, ellipsoid, cylinder, cone, torus or box{}",
                                given.empty() ? "" : phrase(", not \"{}\"", given.substr(0, 40))));
  return *std::ranges::find(kinds, *known, &KindOfBody::kind);
}

std::vector<double> numbers_in(const json& entry, const KindOfBody& kind, const BodyPlace& place) {
  const json list = entry.value("size_mm", json());
  if (!list.is_array() || list.size() < kind.fewest_sizes || list.size() > kind.sizes)
    place.refuse("size_mm",
                 phrase("{} takes {}; {}", name_of(kind.kind), std::string(kind.size_names),
                        list.is_array() ? phrase("{} given", list.size()) : phrase("no list is given")));
  std::vector<double> sizes;
  for (const json& size : list) {
    if (!size.is_number()) place.refuse("size_mm", phrase("{} is not a number", size.dump().substr(0, 40)));
    sizes.push_back(size.get<double>());
  }
  return sizes;
}

void check_length(double length_mm, const BodyPlace& place) {
  if (length_mm >= least_body_size_mm && length_mm <= most_body_size_mm) return;
  place.refuse("size_mm", phrase("{} mm is out of range; sizes from {} to {} mm can be used", length_mm,
                                 least_body_size_mm, most_body_size_mm));
}

//! All sizes of an AnalyticBody, including sizes that the file leaves out.
std::vector<double> sizes_in(const json& entry, const KindOfBody& kind, const BodyPlace& place) {
  std::vector<double> sizes = numbers_in(entry, kind, place);
  if (kind.kind == BodyKind::cone && sizes.size() == 2) sizes = {sizes[0], 0, sizes[1]};
  if (kind.kind == BodyKind::torus && sizes.size() == 2) sizes.push_back(360);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const bool angle = kind.kind == BodyKind::torus && i == 2;
    const bool tip = kind.kind == BodyKind::cone && i < 2 && sizes[i] == 0 && sizes[1 - i] > 0;
    if (angle && !(sizes[i] >= 1 && sizes[i] <= 360))
      place.refuse("size_mm",
                   phrase("the angle {} is out of range; a torus spans 1 to 360 degrees", sizes[i]));
    if (!angle && !tip) check_length(sizes[i], place);
  }
  if (kind.kind == BodyKind::torus && sizes[1] >= sizes[0])
    place.refuse("size_mm",
                 phrase("the tube of a torus must be thinner than its ring: give the ring's radius "
                        "first, then the tube's"));
  return sizes;
}

NamedBody body_in(const json& entry, const BodyPlace& place) {
  if (!entry.is_object()) place.refuse("", phrase("is no object with name, kind, pose and size_mm"));
  const std::string name = name_in(entry, place);
  const KindOfBody& kind = kind_in(entry, place);
  return {name,
          {.kind = kind.kind,
           .size_mm = sizes_in(entry, kind, place),
           .case_from_body = rigid_pose(place.file, entry.value("pose", json()), place.name("pose"))}};
}

//! The text of a file from its first character that is not blank; empty if the file cannot be read.
std::string start_of(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return {};
  std::ifstream stream(file, std::ios::binary);
  std::string start(1024, ' ');
  stream.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(stream.gcount()));
  if (start.starts_with("\xEF\xBB\xBF")) start.erase(0, 3);
  start.erase(0, start.find_first_not_of(" \t\r\n"));
  return start;
}

}  // namespace

bool is_json_file(const fs::path& file) {
  const std::string start = start_of(file);
  return start.starts_with('{') || start.starts_with('[');
}

bool names_bodies(const fs::path& file) {
  const std::string start = start_of(file);
  return start.starts_with('{') && start.find("\"bodies\"") != std::string::npos;
}

std::vector<NamedBody> read_bodies(const fs::path& file) {
  const json content = read_json(file);
  if (!content.is_object() || !content.contains("bodies") || !content["bodies"].is_array())
    throw InputError(file,
                     phrase("is JSON, but no bodies file; write {{\"bodies\": [{{\"name\": …, \"kind\": …, "
                            "\"pose\": [16 numbers, row by row], \"size_mm\": […]}}]}}"));
  if (content["bodies"].empty()) throw InputError(file, phrase("\"bodies\" is empty; describe at least one"));
  std::vector<NamedBody> bodies;
  std::set<std::string> names;
  for (const json& entry : content["bodies"]) {
    const BodyPlace place{file, bodies.size()};
    bodies.push_back(body_in(entry, place));
    if (!names.insert(bodies.back().name).second)
      place.refuse("name", phrase("another body is named \"{}\" too", bodies.back().name.substr(0, 80)));
  }
  return bodies;
}

}  // namespace intercusp
