// First impacts of particles per second: on the CPU in double and by OpenGL, against 1, 10 and 100 quadrics and against a
// triangle mesh, flying straight and with gravity. As CSV.
//
//     intercusp_particles_bench
#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <string>
#include <vector>

#include "bench/timed.h"
#include "occlusion/engines/gl/context.h"
#include "occlusion/geometry/shapes.h"
#include "occlusion/particles/gl_particles.h"
#include "occlusion/particles/particles.h"

namespace intercusp::bench {
namespace {

constexpr int runs = 9;
constexpr std::size_t particles = 100000;
constexpr double until_s = 0.5;

Emitter emitter_with(const Eigen::Vector3d& gravity) {
  return {.place = {0, 0, 100},
          .direction = -Eigen::Vector3d::UnitZ(),
          .opening = Cone{0.35},
          .acceleration = gravity};
}

//! Ellipsoids, cylinders, discs and cones in turn, in rows over a square of 70 mm: most particles hit one.
std::vector<QuadricCollider> field_of(int count) {
  const int across = static_cast<int>(std::ceil(std::sqrt(count)));
  const double cell = 70.0 / across;
  const std::vector<QuadricCollider> kinds = {
      colliders::ellipsoid({0.45 * cell, 0.4 * cell, 0.5 * cell}),
      colliders::cylinder({0.4 * cell, 0.4 * cell}, -0.5 * cell, 0.5 * cell), colliders::disc(0.45 * cell),
      colliders::cone({0.5, 0.5}, -0.9 * cell, 0)};
  std::vector<QuadricCollider> field;
  for (int i = 0; i < count; ++i) {
    QuadricCollider collider = kinds[static_cast<std::size_t>(i) % kinds.size()];
    collider.world_from_body.translation() << (i % across + 0.5) * cell - 35, (i / across + 0.5) * cell - 35,
        0;
    field.push_back(collider);
  }
  return field;
}

void row(const std::string& scene, const std::string& flight, const std::string& way, double hit_share,
         const Times& times) {
  fmt::print("{},{},{},{:.3f},{:.2f},{:.2f},{:.2f},{:.2f}\n", scene, flight, way, hit_share, times.median,
             times.least, times.most, 1e-3 * static_cast<double>(particles) / times.median);
}

double share_of_hits(const std::vector<std::optional<Impact>>& impacts) {
  std::size_t hits = 0;
  for (const std::optional<Impact>& impact : impacts) hits += impact.has_value();
  return static_cast<double>(hits) / static_cast<double>(impacts.size());
}

void on_cpu(const std::string& scene, const std::string& flight, const std::vector<Collider>& colliders,
            const Emitter& emitter) {
  std::vector<std::optional<Impact>> impacts;
  const Times times = timed(runs, [&] { impacts = landings(colliders, emitter, 0, particles); });
  row(scene, flight, "cpu", share_of_hits(impacts), times);
}

void by_opengl(const std::string& scene, const std::string& flight, GlParticles gl, const Emitter& emitter) {
  std::vector<Path> paths;
  for (std::size_t i = 0; i < particles; ++i) paths.push_back(path_of(emitter, i));
  std::vector<GlImpact> impacts;
  const Times times = timed(runs, [&] { impacts = gl.first_impacts(paths, until_s); });
  std::size_t hits = 0;
  for (const GlImpact& impact : impacts) hits += impact.collider != no_collider;
  row(scene, flight, "opengl", static_cast<double>(hits) / particles, times);
}

void run() {
  fmt::print("scene,flight,way,hit_share,median_ms,least_ms,most_ms,million_particles_per_s\n");
  const TriangleMesh ball = shapes::sphere({0, 0, 0}, 30, 224);
  for (const auto& [flight, gravity] : {std::pair("straight", Eigen::Vector3d(0, 0, 0)),
                                        std::pair("gravity", Eigen::Vector3d(500, 0, -9810))}) {
    const Emitter emitter = emitter_with(gravity);
    for (const int count : {1, 10, 100}) {
      const std::vector<QuadricCollider> field = field_of(count);
      const std::string scene = count == 1 ? "1 quadric" : fmt::format("{} quadrics", count);
      on_cpu(scene, flight, {field.begin(), field.end()}, emitter);
      by_opengl(scene, flight, GlParticles(field), emitter);
    }
    std::vector<Collider> mesh;
    mesh.emplace_back(MeshCollider(ball));
    const std::string scene = fmt::format("mesh of {} triangles", ball.faces.size());
    on_cpu(scene, flight, mesh, emitter);
    by_opengl(scene, flight, GlParticles({}, std::vector<const TriangleMesh*>{&ball}), emitter);
  }
}

}  // namespace
}  // namespace intercusp::bench

int main() {
  try {
    fmt::print("# {} particles; OpenGL: {}\n", intercusp::bench::particles,
               intercusp::gl::Context().info().renderer);
    intercusp::bench::run();
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "intercusp_particles_bench: {}\n", error.what());
    return 1;
  }
}
