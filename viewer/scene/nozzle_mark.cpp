#include "viewer/scene/nozzle_mark.h"

#include <imgui.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "viewer/scene/place_mark.h"

namespace intercusp::viewer {
namespace {

constexpr double grab_px = 12, nozzle_px = 26;  // on the screen, at any zoom
constexpr Rgb nozzle_colour{30, 120, 190}, grabbed_colour{255, 196, 0};

//! Around the axis; of so many mm from the nozzle.
std::vector<Eigen::Vector3d> circle(const Nozzle& nozzle, double along_mm, double radius_mm) {
  constexpr int points = 48;
  const Eigen::Vector3d u = nozzle.direction.unitOrthogonal(), v = nozzle.direction.cross(u);
  std::vector<Eigen::Vector3d> around;
  for (int i = 0; i < points; ++i) {
    const double angle = 2 * std::numbers::pi * i / points;
    around.emplace_back(nozzle.place + along_mm * nozzle.direction +
                        radius_mm * (std::cos(angle) * u + std::sin(angle) * v));
  }
  return around;
}

//! A wide cone ends early: its outline would fill the view.
double outline_mm(const Nozzle& nozzle) {
  return nozzle.disc ? nozzle.aim_mm : nozzle.aim_mm * std::min(1.0, 1.5 / std::tan(nozzle.half_angle_rad));
}

double radius_at(const Nozzle& nozzle, double along_mm) {
  return nozzle.disc ? nozzle.radius_mm : along_mm * std::tan(nozzle.half_angle_rad);
}

//! Lines with a halo.
class Pen {
 public:
  Pen(ImDrawList& list, const ViewBox& box, const Camera& camera) : list_(list), box_(box), camera_(camera) {}

  [[nodiscard]] ImVec2 at(const Eigen::Vector3d& case_point) const {
    return point(pixel_in_scene(camera_, box_, case_point));
  }
  void line(const Eigen::Vector3d& from, const Eigen::Vector3d& to, Rgb colour, float width) const {
    list_.AddLine(at(from), at(to), halo, width + 2.5F);
    list_.AddLine(at(from), at(to), ink_of(colour), width);
  }
  void ring(const std::vector<Eigen::Vector3d>& around, Rgb colour, float width) const {
    std::vector<ImVec2> points;
    for (const Eigen::Vector3d& place : around) points.push_back(at(place));
    const int count = static_cast<int>(points.size());
    list_.AddPolyline(points.data(), count, halo, ImDrawFlags_Closed, width + 2.5F);
    list_.AddPolyline(points.data(), count, ink_of(colour), ImDrawFlags_Closed, width);
  }
  void dot(const Eigen::Vector3d& place, Rgb colour, float radius) const {
    list_.AddCircleFilled(at(place), radius + 2, halo);
    list_.AddCircleFilled(at(place), radius, ink_of(colour));
  }
  [[nodiscard]] double mm_per_px() const { return camera_.height_mm / static_cast<double>(box_.height); }

 private:
  static constexpr ImU32 halo = IM_COL32(255, 255, 255, 170);
  ImDrawList& list_;
  const ViewBox& box_;
  const Camera& camera_;
};

//! The outline from the opening to its end.
void draw_spray(const Pen& pen, const Nozzle& nozzle) {
  const double end_mm = outline_mm(nozzle);
  const std::vector<Eigen::Vector3d> first = circle(nozzle, 0, radius_at(nozzle, 0)),
                                     last = circle(nozzle, end_mm, radius_at(nozzle, end_mm));
  constexpr std::size_t lines = 8;
  for (std::size_t i = 0; i < last.size(); i += last.size() / lines)
    pen.line(first[i], last[i], nozzle_colour, 1.0F);
  if (nozzle.disc) pen.ring(first, nozzle_colour, 1.5F);
  pen.ring(last, nozzle_colour, 1.5F);
}

//! Behind its opening, pointed towards the jaws.
void draw_body(const Pen& pen, const Nozzle& nozzle, Rgb colour) {
  const double length_mm = nozzle_px * pen.mm_per_px();
  const std::vector<Eigen::Vector3d> base = circle(nozzle, -length_mm, 0.35 * length_mm);
  constexpr std::size_t lines = 12;
  for (std::size_t i = 0; i < base.size(); i += base.size() / lines)
    pen.line(nozzle.place, base[i], colour, 1.5F);
  pen.ring(base, colour, 2.0F);
  pen.dot(nozzle.place, colour, 5);
}

}  // namespace

void draw_nozzle(ImDrawList& list, const ViewBox& box, const Nozzle& nozzle, const Camera& camera,
                 const std::optional<NozzleHandle>& highlighted) {
  list.PushClipRect({box.x, box.y}, {box.x + box.width, box.y + box.height}, true);
  const Pen pen(list, box, camera);
  const auto colour = [&](NozzleHandle handle) {
    return highlighted == handle ? grabbed_colour : nozzle_colour;
  };
  draw_spray(pen, nozzle);
  pen.line(nozzle.place, nozzle.aim(), nozzle_colour, 1.5F);
  draw_body(pen, nozzle, colour(NozzleHandle::place));
  list.AddCircle(pen.at(nozzle.aim()), 7, IM_COL32(255, 255, 255, 170), 0, 5);
  list.AddCircle(pen.at(nozzle.aim()), 7, ink_of(colour(NozzleHandle::aim)), 0, 2.5F);
  list.PopClipRect();
}

std::optional<NozzleHandle> nozzle_handle_at(const Nozzle& nozzle, const Camera& camera,
                                             const PictureSize& size, const Eigen::Vector2d& pixel) {
  const double to_place = (pixel_of(camera, size, nozzle.place) - pixel).norm();
  const double to_aim = (pixel_of(camera, size, nozzle.aim()) - pixel).norm();
  if (std::min(to_place, to_aim) > grab_px) return std::nullopt;
  return to_place <= to_aim ? NozzleHandle::place : NozzleHandle::aim;
}

Nozzle dragged(const Nozzle& at_start, NozzleHandle handle, const Camera& camera, const PictureSize& size,
               const Eigen::Vector2d& start, const Eigen::Vector2d& now) {
  const Eigen::Vector2d way_mm = camera.height_mm / size.height_px * (now - start);
  const Eigen::Vector3d way = camera.view_from_case.inverse() * Eigen::Vector3d(way_mm.x(), way_mm.y(), 0);
  Nozzle nozzle = at_start;
  if (handle == NozzleHandle::place) {
    nozzle.place += way;
    return nozzle;
  }
  const Eigen::Vector3d to_aim = at_start.aim() + way - at_start.place;
  if (to_aim.norm() < least_aim_mm) return at_start;
  nozzle.aim_mm = to_aim.norm();
  nozzle.direction = to_aim.normalized();
  return nozzle;
}

}  // namespace intercusp::viewer
