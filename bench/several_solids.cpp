// Interference of several solids on the scenes of Knott 2003 (Figs. 4.13 and 4.14): our two methods, the exact test
// alone, and FCL with its broad phase; the time of each, and whether all find the same pairs.
//
//     intercusp_several_solids
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench/peers/fcl_tree.h"
#include "bench/timed.h"
#include "datasets/scenes.h"
#include "occlusion/exact/exact_interference.h"
#include "occlusion/several/cinder/cinder.h"
#include "occlusion/several/interference.h"
#include "occlusion/several/near_pairs.h"

namespace intercusp::bench {
namespace {

constexpr int runs = 9;

using Solids = std::vector<std::shared_ptr<const Solid>>;
using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Solids solids_of(const Scene& scene) {
  Solids solids;
  for (const SceneBody& body : scene.bodies)
    solids.push_back(std::make_shared<const Solid>(solid_of(body.surface.mesh)));
  return solids;
}

Pairs known_pairs(const Scene& scene) {
  Pairs pairs;
  for (const auto& [a, b] : *scene.interfering)
    pairs.emplace(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
  return pairs;
}

std::vector<Bounds> boxes_of(const Solids& solids) {
  std::vector<Bounds> boxes;
  for (const auto& solid : solids) boxes.push_back(bounds_of(solid->mesh));
  return boxes;
}

Pairs by_exact_test(const Solids& solids) {
  Pairs pairs;
  for (const NearPair& near : near_pairs(boxes_of(solids))) {
    if (exact_interference({.upper = solids[near.b], .lower = solids[near.a]}).interference)
      pairs.emplace(near.a, near.b);
  }
  return pairs;
}

//! The whole scene in a picture of this many pixels.
View frame_of(const Solids& solids, int width, int height) {
  const Eigen::Isometry3d view_from_case = orthographic({0.329, 0.457, 0.826});
  Bounds seen;
  for (const auto& solid : solids) {
    for (const Eigen::Vector3d& vertex : solid->mesh.vertices) seen.add(view_from_case * vertex);
  }
  const double pixel_mm = std::max(seen.size().x() / (width - 2), seen.size().y() / (height - 2));
  View view = view_of_window(view_from_case, seen.min.head<2>(), seen.max.head<2>(), pixel_mm);
  view.grid.width = width;
  view.grid.height = height;
  return view;
}

Pairs by_cinder(Cinder& cinder, const View& view) {
  Pairs pairs;
  for (const auto& [penetrating, penetrated] : cinder.look(view))
    pairs.insert(std::minmax({penetrating, penetrated}));
  return pairs;
}

//! Trees are built once, as a program would keep them. It does not find pairs where one body encloses another.
class Fcl {
 public:
  explicit Fcl(const Solids& solids) {
    for (std::uint32_t i = 0; i < solids.size(); ++i) {
      objects_.push_back(std::make_unique<fcl::CollisionObjectd>(fcl_tree_of(solids[i]->mesh)));
      objects_.back()->setUserData(reinterpret_cast<void*>(static_cast<std::uintptr_t>(i)));
      manager_.registerObject(objects_.back().get());
    }
    manager_.setup();
  }

  [[nodiscard]] Pairs pairs() {
    Pairs pairs;
    manager_.collide(&pairs, [](fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* found) {
      const fcl::CollisionRequestd request;
      fcl::CollisionResultd result;
      if (fcl::collide(a, b, request, result) > 0)
        static_cast<Pairs*>(found)->insert(std::minmax({place_of(a), place_of(b)}));
      return false;
    });
    return pairs;
  }

 private:
  static std::uint32_t place_of(const fcl::CollisionObjectd* object) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(object->getUserData()));
  }

  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
  fcl::DynamicAABBTreeCollisionManagerd manager_;
};

std::string told(const Pairs& found, const Pairs& known) {
  const auto missing = std::ranges::count_if(known, [&](const auto& pair) { return !found.contains(pair); });
  const auto wrong = std::ranges::count_if(found, [&](const auto& pair) { return !known.contains(pair); });
  return missing + wrong == 0 ? "all right" : fmt::format("{} missed, {} wrong", missing, wrong);
}

void row(const std::string& way, const Times& times, const Pairs& found, const Pairs& known) {
  fmt::print("  {:<58} {:9.2f} ms   {}\n", way, times.median, told(found, known));
}

void run(const std::string& name, std::size_t triangles) {
  const Scene scene = make_scene(name, {.triangles = triangles});
  const Solids solids = solids_of(scene);
  const Pairs known = known_pairs(scene);
  fmt::print("{}: {} solids, {} triangles, {} pairs near, {} interfere\n", name, solids.size(), triangles,
             near_pairs(boxes_of(solids)).size(), known.size());
  const std::vector<SolidOrBody> given(solids.begin(), solids.end());
  Pairs found;
  const Times whole = timed(runs, [&] {
    found.clear();
    for (const PairInterference& pair : find_interference(given).near_pairs) {
      if (pair.interference) found.emplace(pair.a, pair.b);
    }
  });
  row("z-lists and exact test: depth, volume, place, who", whole, found, known);
  row("exact test, yes or no", timed(runs, [&] { found = by_exact_test(solids); }), found, known);
  Cinder cinder(solids);
  for (const auto& [width, height] : {std::pair(640, 480), std::pair(256, 256)}) {
    const View view = frame_of(solids, width, height);
    row(fmt::format("CInDeR, {} × {} pixels, the whole scene", width, height),
        timed(runs, [&] { found = by_cinder(cinder, view); }), found, known);
  }
  Fcl fcl(solids);
  row("FCL, trees kept, yes or no", timed(runs, [&] { found = fcl.pairs(); }), found, known);
}

}  // namespace
}  // namespace intercusp::bench

int main() {
  try {
    for (const std::size_t triangles : {2400U, 3614U, 24000U})
      intercusp::bench::run("knott-entangled", triangles);
    for (const std::size_t boxes : {40U, 120U, 200U, 1000U}) intercusp::bench::run("knott-boxes", 12 * boxes);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "intercusp_several_solids: {}\n", error.what());
    return 1;
  }
}
