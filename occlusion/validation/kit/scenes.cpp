#include "occlusion/validation/kit/scenes.h"

#include <cmath>
#include <numbers>

#include "occlusion/base/angles.h"
#include "occlusion/geometry/shapes.h"

namespace intercusp::kit {
namespace {

constexpr double pi = std::numbers::pi;
using Vector = Eigen::Vector3d;

//! Share of the radius within which curved bodies are compared: up to 45° of slope.
constexpr double compared_share = 0.7;
//! Nothing is compared within this distance of the end of a body. It exceeds the largest pixel and the noise.
constexpr double margin_mm = 0.25;
//! Bodies are turned in the plane by this angle, so that no edge follows the pixels.
constexpr double turn_rad = 17 * rad_per_deg;

//! The deviation of a circle from its tangent.
double fall(double radius_mm, double across_mm) {
  return radius_mm - std::sqrt(radius_mm * radius_mm - across_mm * across_mm);
}

//! A ball whose poles, where triangles are slender, are away from the contact. Its mesh has the ball's
//! volume: facets lie partly outside and partly inside, as after a decimation that preserves volume.
//! With vertices on the ball itself, every facet would lie inside, and every contact would shrink with
//! coarser facets.
TriangleMesh ball(const Vector& centre, double radius_mm, double edge_mm) {
  const int rings = static_cast<int>(std::ceil(pi * radius_mm / edge_mm));
  const TriangleMesh mesh = shapes::sphere(Vector::Zero(), radius_mm, rings);
  const double grown = std::cbrt(4.0 / 3 * pi * std::pow(radius_mm, 3) / signed_volume(mesh));
  const Eigen::Isometry3d place(Eigen::Translation3d(centre) * Eigen::AngleAxisd(0.3, Vector::UnitZ()) *
                                Eigen::AngleAxisd(pi / 2 + 0.1, Vector::UnitY()));
  return shapes::moved(shapes::sphere(Vector::Zero(), grown * radius_mm, rings), place);
}

TriangleMesh plate(double half_mm, double z_min, double z_max, double edge_mm) {
  return shapes::fine_box({-half_mm, -half_mm, z_min}, {half_mm, half_mm, z_max}, edge_mm);
}

TriangleMesh turned(const TriangleMesh& mesh, double angle_rad) {
  return shapes::moved(mesh, Eigen::Isometry3d(Eigen::AngleAxisd(angle_rad, Vector::UnitZ())));
}

//! A cylinder parallel to x with its axis at a height, turned in the plane. Like balls, its mesh has the
//! volume of the round body.
TriangleMesh rod(double radius_mm, double half_length_mm, double height_mm, double angle_rad,
                 double edge_mm) {
  const int sides = static_cast<int>(std::ceil(2 * pi * radius_mm / edge_mm));
  const double step = 2 * pi / sides;
  const double grown = std::sqrt(step / std::sin(step));
  return turned(shapes::cylinder({-half_length_mm, 0, height_mm}, {half_length_mm, 0, height_mm},
                                 grown * radius_mm, sides),
                angle_rad);
}

//! The outline in (x, z), counter-clockwise, extruded along y to both sides and divided until no edge is
//! longer than `edge_mm`.
TriangleMesh profile(const std::vector<Eigen::Vector2d>& outline, double half_mm, double edge_mm) {
  Eigen::Isometry3d stand_up = Eigen::Isometry3d::Identity();
  stand_up.linear() << 1, 0, 0, 0, 0, -1, 0, 1, 0;  // (x, y, z) → (x, −z, y)
  TriangleMesh mesh = shapes::moved(shapes::prism(outline, -half_mm, half_mm), stand_up);
  const auto longest = [&] {
    double edge = 0;
    for (const auto& [a, b, c] : mesh.faces) {
      edge = std::max({edge, (mesh.vertices[a] - mesh.vertices[b]).norm(),
                       (mesh.vertices[b] - mesh.vertices[c]).norm(),
                       (mesh.vertices[c] - mesh.vertices[a]).norm()});
    }
    return edge;
  };
  while (longest() > edge_mm) mesh = shapes::subdivided(mesh);
  return turned(mesh, turn_rad);
}

//! (x, y) in the frame of a body that was turned.
Eigen::Vector2d turned_back(double x, double y, double angle_rad) {
  return Eigen::Rotation2Dd(-angle_rad) * Eigen::Vector2d(x, y);
}

KnownScene ball_over_plate(double radius_mm, double gap_mm, double threshold_mm) {
  const double h = threshold_mm - gap_mm;
  const double reach = radius_mm + gap_mm;  // height of the centre above the plate
  const double far = radius_mm + threshold_mm;
  return {.name = "sphere over plane",
          .curved = true,
          .bodies =
              [=](double edge_mm) {
                return Bodies{ball({0.137, -0.071, reach}, radius_mm, edge_mm),
                              plate(6, -2, 0, std::max(edge_mm, 0.2))};
              },
          .clearance_mm = [=](double x, double y) -> std::optional<double> {
            const double across = std::hypot(x - 0.137, y + 0.071);
            if (across > compared_share * radius_mm) return std::nullopt;
            return gap_mm + fall(radius_mm, across);
          },
          .threshold_mm = threshold_mm,
          .area_mm2 = pi*(2 * radius_mm * h - h * h),
          .lower_within_mm2 = pi*(far * far - reach * reach),
          .upper_within_mm2 = 2 * pi* radius_mm* h};
}

//! The scene rotated away from the axes of the file; the lower has a pose.
KnownScene ball_over_plate_tilted() {
  KnownScene scene = ball_over_plate(5, 0.03, 0.1);
  scene.name = "sphere over plane, tilted";
  scene.case_from_paper =
      Eigen::Translation3d(31, -17, 23) * Eigen::AngleAxisd(0.7, Vector(1, -2, 0.5).normalized());
  scene.paper_from_lower =
      Eigen::Translation3d(-11, 5, 8) * Eigen::AngleAxisd(-1.1, Vector(0.3, 1, 2).normalized());
  return scene;
}

KnownScene ball_in_ball() {
  constexpr double upper_mm = 5, lower_mm = 4, gap_mm = -0.05, threshold_mm = 0.05;
  const double distance = upper_mm + lower_mm + gap_mm;
  // Lowered by the threshold, the spheres cross in the circle that bounds the contact.
  const double lowered = distance - threshold_mm;
  const double to_circle = (lowered * lowered + upper_mm * upper_mm - lower_mm * lower_mm) / (2 * lowered);
  // The part of a sphere within a distance of the other sphere is a cap.
  const auto cap = [=](double own, double other) {
    const double reach = other + threshold_mm;
    const double cosine = (own * own + distance * distance - reach * reach) / (2 * own * distance);
    return 2 * pi * own * own * (1 - cosine);
  };
  return {.name = "sphere in sphere",
          .curved = true,
          .bodies =
              [=](double edge_mm) {
                return Bodies{ball({0.137, -0.071, upper_mm + gap_mm}, upper_mm, edge_mm),
                              ball({0.137, -0.071, -lower_mm}, lower_mm, edge_mm)};
              },
          .clearance_mm = [=](double x, double y) -> std::optional<double> {
            const double across = std::hypot(x - 0.137, y + 0.071);
            if (across > compared_share * lower_mm) return std::nullopt;
            return gap_mm + fall(upper_mm, across) + fall(lower_mm, across);
          },
          .threshold_mm = threshold_mm,
          .area_mm2 = pi*(upper_mm * upper_mm - to_circle * to_circle),
          .lower_within_mm2 = cap(lower_mm, upper_mm),
          .upper_within_mm2 = cap(upper_mm, lower_mm)};
}

KnownScene rod_over_plate() {
  constexpr double radius_mm = 4, half_length_mm = 3, gap_mm = 0.02, threshold_mm = 0.08;
  constexpr double h = threshold_mm - gap_mm;
  return {.name = "cylinder over plane",
          .curved = true,
          .bodies =
              [=](double edge_mm) {
                return Bodies{rod(radius_mm, half_length_mm, radius_mm + gap_mm, turn_rad, edge_mm),
                              plate(6, -2, 0, std::max(edge_mm, 0.2))};
              },
          .clearance_mm = [=](double x, double y) -> std::optional<double> {
            const Eigen::Vector2d p = turned_back(x, y, turn_rad);
            if (std::abs(p.x()) > half_length_mm - margin_mm || std::abs(p.y()) > compared_share * radius_mm)
              return std::nullopt;
            return gap_mm + fall(radius_mm, p.y());
          },
          .threshold_mm = threshold_mm,
          .area_mm2 = 2 * half_length_mm * 2 * std::sqrt(2 * radius_mm * h - h * h)};
}

//! Area where fall(radius, x) + fall(radius, y) ≤ h: 4 ∫ y(x) dx over a quarter, by Simpson's rule after
//! substituting x = a sin(t), which leaves only smooth functions.
double crossed_area(double radius_mm, double h) {
  const auto across = [&](double fallen) {
    return std::sqrt(std::max(0.0, 2 * radius_mm * fallen - fallen * fallen));
  };
  const double a = across(h);
  const auto integrand = [&](double t) {
    const double x = a * std::sin(t);
    return across(h - fall(radius_mm, x)) * a * std::cos(t);
  };
  constexpr int steps = 2000;
  const double step = pi / 2 / steps;
  double sum = integrand(0) + integrand(pi / 2);
  for (int i = 1; i < steps; ++i) sum += (i % 2 == 1 ? 4 : 2) * integrand(i * step);
  return 4 * sum * step / 3;
}

KnownScene crossed_rods() {
  constexpr double radius_mm = 4, half_length_mm = 4, gap_mm = -0.03, threshold_mm = 0.06;
  return {.name = "crossed cylinders",
          .curved = true,
          .bodies =
              [=](double edge_mm) {
                return Bodies{rod(radius_mm, half_length_mm, radius_mm + gap_mm, turn_rad, edge_mm),
                              rod(radius_mm, half_length_mm, -radius_mm, turn_rad + pi / 2, edge_mm)};
              },
          .clearance_mm = [=](double x, double y) -> std::optional<double> {
            const Eigen::Vector2d p = turned_back(x, y, turn_rad);
            if (p.cwiseAbs().maxCoeff() > compared_share * radius_mm) return std::nullopt;
            return gap_mm + fall(radius_mm, p.y()) + fall(radius_mm, p.x());
          },
          .threshold_mm = threshold_mm,
          .area_mm2 = crossed_area(radius_mm, threshold_mm - gap_mm)};
}

KnownScene wedge_over_plate() {
  constexpr double half_mm = 4, gap_mm = 0.02, threshold_mm = 0.12;
  const double slope = std::tan(2 * rad_per_deg);
  return {.name = "wedge over plane",
          .bodies =
              [=](double edge_mm) {
                return Bodies{profile({{-half_mm, gap_mm},
                                       {half_mm, gap_mm + 2 * half_mm * slope},
                                       {half_mm, 3},
                                       {-half_mm, 3}},
                                      half_mm, edge_mm),
                              plate(7, -2, 0, edge_mm)};
              },
          .clearance_mm = [=](double x, double y) -> std::optional<double> {
            const Eigen::Vector2d p = turned_back(x, y, turn_rad);
            if (p.cwiseAbs().maxCoeff() > half_mm - margin_mm) return std::nullopt;
            return gap_mm + (p.x() + half_mm) * slope;
          },
          .threshold_mm = threshold_mm,
          .area_mm2 = 2 * half_mm*(threshold_mm - gap_mm) / slope};
}

KnownScene ridge_in_groove() {
  constexpr double half_mm = 3, gap_mm = -0.02, threshold_mm = 0.04;
  const double ridge = std::tan(40 * rad_per_deg);
  const double groove = std::tan(38 * rad_per_deg);
  return {.name = "ridge in groove",
          .bodies =
              [=](double edge_mm) {
                return Bodies{profile({{-half_mm, gap_mm - half_mm * groove},
                                       {0, gap_mm},
                                       {half_mm, gap_mm - half_mm * groove},
                                       {half_mm, 3},
                                       {-half_mm, 3}},
                                      half_mm, edge_mm),
                              profile({{0, 0},
                                       {-half_mm, -half_mm * ridge},
                                       {-half_mm, -5},
                                       {half_mm, -5},
                                       {half_mm, -half_mm * ridge}},
                                      half_mm, edge_mm)};
              },
          .clearance_mm = [=](double x, double y) -> std::optional<double> {
            const Eigen::Vector2d p = turned_back(x, y, turn_rad);
            if (p.cwiseAbs().maxCoeff() > half_mm - margin_mm) return std::nullopt;
            return gap_mm + std::abs(p.x()) * (ridge - groove);
          },
          .threshold_mm = threshold_mm,
          .area_mm2 = 2 * half_mm * 2 * (threshold_mm - gap_mm) / (ridge - groove)};
}

}  // namespace

std::vector<KnownScene> scenes() {
  return {ball_over_plate(5, 0.03, 0.1),
          ball_over_plate_tilted(),
          ball_in_ball(),
          rod_over_plate(),
          crossed_rods(),
          wedge_over_plate(),
          ridge_in_groove()};
}

}  // namespace intercusp::kit
