#include "io/case/checkbite_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "io/files/errors.h"
#include "io/files/read_json.h"
#include "io/language/language.h"
#include "occlusion/base/limits.h"

namespace intercusp {
namespace {

using Json = nlohmann::json;

//! Reads the parts of a file. Errors name the part.
class CheckbiteReader {
 public:
  explicit CheckbiteReader(const std::filesystem::path& file) : file_(file), json_(read_json(file)) {}

  [[nodiscard]] CheckbiteFile read() const {
    if (!json_.is_object() || !json_.contains("determined") || !json_.contains("hinge"))
      throw InputError(file_, phrase("is not a checkbite.json; `intercusp checkbite` writes one"));
    const std::optional<Condyles> condyles = hinge();
    return {.hinge = condyles,
            .ellipses = condyles ? ellipses(*condyles) : std::nullopt,
            .inclination_deg = by_condyle("condylar_inclination_deg", limits::inclination_deg),
            .bennett_deg = by_condyle("bennett_deg", limits::bennett_deg),
            .side_shift_mm = by_condyle("side_shift_mm", limits::side_shift_mm)};
  }

 private:
  [[noreturn]] void fail(const std::string& name, const std::string& reason) const {
    throw InputError(file_, "\"" + name + "\": " + reason);
  }

  [[nodiscard]] double number(const Json& value, const std::string& name) const {
    if (!value.is_number()) fail(name, phrase("is not a number"));
    return value.get<double>();
  }

  [[nodiscard]] Eigen::Vector3d vector(const Json& hinge, const char* key) const {
    const std::string name = fmt::format("hinge.{}", key);
    if (!hinge.contains(key) || !hinge[key].is_array() || hinge[key].size() != 3)
      fail(name, phrase("is not a list of 3 numbers"));
    const Json& list = hinge[key];
    return {number(list[0], name), number(list[1], name), number(list[2], name)};
  }

  [[nodiscard]] Eigen::Vector3d place(const Json& hinge, const char* key) const {
    const std::string name = fmt::format("hinge.{}", key);
    const Eigen::Vector3d place = vector(hinge, key);
    if (!(place.norm() < limits::farthest_mm)) fail(name, phrase("lies too far away; lengths are in mm"));
    return place;
  }

  [[nodiscard]] std::optional<Condyles> hinge() const {
    const Json& hinge = json_["hinge"];
    if (hinge.is_null()) return std::nullopt;
    const Condyles condyles{.right = place(hinge, "right_mm"), .left = place(hinge, "left_mm")};
    if (!limits::condyles_apart_mm.holds(condyles.distance_mm()))
      fail("hinge", phrase("its points are {:.1f} mm apart, and condyles {} to {} mm", condyles.distance_mm(),
                           limits::condyles_apart_mm.least, limits::condyles_apart_mm.most));
    return condyles;
  }

  //! Across the axis. Without the direction of its longer half axis an ellipse is the circle about it.
  [[nodiscard]] AxisEllipses::End ellipse(const std::string& key, const Eigen::Vector3d& axis) const {
    const Json &hinge = json_["hinge"], &half_axes = hinge[key + "_mm"];
    const std::string name = "hinge." + key + "_mm", direction = key + "_direction";
    if (!half_axes.is_array() || half_axes.size() != 2) fail(name, phrase("is not a list of 2 numbers"));
    const double longer = number(half_axes[0], name), shorter = number(half_axes[1], name);
    if (!(0 <= shorter && shorter <= longer && longer < limits::farthest_mm))
      fail(name, phrase("must be half axes of an ellipse, the longer first"));
    if (!hinge.contains(direction)) {
      const Eigen::Vector3d any = axis.unitOrthogonal();
      return {longer * any, longer * axis.cross(any)};
    }
    const Eigen::Vector3d along = vector(hinge, direction.c_str()).stableNormalized();
    return {longer * along, shorter * axis.cross(along).stableNormalized()};
  }

  [[nodiscard]] std::optional<AxisEllipses> ellipses(const Condyles& condyles) const {
    if (!json_["hinge"].contains("ellipse_right_mm") || !json_["hinge"].contains("ellipse_left_mm"))
      return std::nullopt;
    return AxisEllipses{.right = ellipse("ellipse_right", condyles.axis()),
                        .left = ellipse("ellipse_left", condyles.axis())};
  }

  //! A number and its interval, each moved into the range, because an angle of nearly 0 may be measured as
  //! −1°.
  [[nodiscard]] std::optional<CheckbiteNumber> estimate(const Json& sides, const std::string& key,
                                                        const char* side, const limits::Range& range) const {
    if (!sides.contains(side) || sides[side].is_null()) return std::nullopt;
    const Json& one = sides[side];
    const std::string name = fmt::format("{}.{}", key, side);
    if (!one.is_object() || !one.contains("value") || !one.contains("interval") ||
        !one["interval"].is_array() || one["interval"].size() != 2)
      fail(name, phrase("has no \"value\" with an \"interval\" of two numbers"));
    const auto within = [&](const Json& value) {
      return std::clamp(number(value, name), range.least, range.most);
    };
    const CheckbiteNumber result{within(one["value"]), within(one["interval"][0]),
                                 within(one["interval"][1])};
    if (!(result.least <= result.value && result.value <= result.most))
      fail(name, phrase("its interval does not hold its value"));
    return result;
  }

  [[nodiscard]] CheckbiteNumbers by_condyle(const std::string& key, const limits::Range& range) const {
    if (!json_.contains(key) || json_[key].is_null()) return {};
    if (!json_[key].is_object()) fail(key, phrase("is not an object"));
    return {.right = estimate(json_[key], key, "right", range),
            .left = estimate(json_[key], key, "left", range)};
  }

  const std::filesystem::path& file_;
  Json json_;
};

}  // namespace

CheckbiteFile read_checkbite(const std::filesystem::path& file) { return CheckbiteReader(file).read(); }

Condyles read_hinge(const std::filesystem::path& file) {
  const std::optional<Condyles> hinge = read_checkbite(file).hinge;
  if (!hinge)
    throw InputError(
        file, phrase("holds no hinge axis: its records could not determine one; record a wider opening"));
  return *hinge;
}

}  // namespace intercusp
