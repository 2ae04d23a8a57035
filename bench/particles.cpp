// Landings of particles per second, against 1, 10 and 100 bodies of a formula and against a triangle mesh, flying straight
// and with gravity. As CSV.
//
//     intercusp_particles_bench
#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <string>
#include <vector>

#include "bench/timed.h"
#include "occlusion/geometry/shapes.h"
#include "occlusion/particles/particles.h"

namespace intercusp::bench {
namespace {

constexpr int runs = 9;
constexpr std::size_t particles = 100000;

Emitter emitter_with(const Eigen::Vector3d& gravity) {
  return {.place = {0, 0, 100},
          .direction = -Eigen::Vector3d::UnitZ(),
          .opening = Cone{0.35},
          .acceleration = gravity};
}

//! Ellipsoids, cylinders, boxes and cones in turn, in rows over a square of 70 mm: most particles hit one.
std::vector<Collider> field_of(int count) {
  const int across = static_cast<int>(std::ceil(std::sqrt(count)));
  const double cell = 70.0 / across;
  const std::vector<AnalyticBody> kinds = {{BodyKind::ellipsoid, {0.45 * cell, 0.4 * cell, 0.5 * cell}},
                                           {BodyKind::cylinder, {0.4 * cell, cell}},
                                           {BodyKind::box, {0.9 * cell, 0.9 * cell, 0.1 * cell}},
                                           {BodyKind::cone, {0.45 * cell, 0, 0.9 * cell}}};
  std::vector<Collider> field;
  for (int i = 0; i < count; ++i) {
    AnalyticBody body = kinds[static_cast<std::size_t>(i) % kinds.size()];
    body.case_from_body.translation() << (i % across + 0.5) * cell - 35, (i / across + 0.5) * cell - 35, 0;
    field.emplace_back(BodyCollider(std::make_shared<AnalyticBody>(body)));
  }
  return field;
}

double share_of_hits(const std::vector<std::optional<Impact>>& impacts) {
  std::size_t hits = 0;
  for (const std::optional<Impact>& impact : impacts) hits += impact.has_value();
  return static_cast<double>(hits) / static_cast<double>(impacts.size());
}

void row(const std::string& scene, const std::string& flight, const std::vector<Collider>& colliders,
         const Emitter& emitter) {
  std::vector<std::optional<Impact>> impacts;
  const Times times = timed(runs, [&] { impacts = landings(colliders, emitter, 0, particles); });
  fmt::print("{},{},{:.3f},{:.2f},{:.2f},{:.2f},{:.2f}\n", scene, flight, share_of_hits(impacts),
             times.median, times.least, times.most, 1e-3 * static_cast<double>(particles) / times.median);
}

void run() {
  fmt::print("scene,flight,hit_share,median_ms,least_ms,most_ms,million_particles_per_s\n");
  const TriangleMesh ball = shapes::sphere({0, 0, 0}, 30, 224);
  for (const auto& [flight, gravity] : {std::pair("straight", Eigen::Vector3d(0, 0, 0)),
                                        std::pair("gravity", Eigen::Vector3d(500, 0, -9810))}) {
    const Emitter emitter = emitter_with(gravity);
    for (const int count : {1, 10, 100})
      row(count == 1 ? "1 body" : fmt::format("{} bodies", count), flight, field_of(count), emitter);
    std::vector<Collider> mesh;
    mesh.emplace_back(MeshCollider(ball));
    row(fmt::format("mesh of {} triangles", ball.faces.size()), flight, mesh, emitter);
  }
}

}  // namespace
}  // namespace intercusp::bench

int main() {
  try {
    fmt::print("# {} particles\n", intercusp::bench::particles);
    intercusp::bench::run();
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "intercusp_particles_bench: {}\n", error.what());
    return 1;
  }
}
