#include "io/results/inspection/parts.h"

#include <algorithm>
#include <cmath>

#include "io/picture/jaw_picture.h"
#include "io/report/reduced_mesh.h"
#include "io/results/inspection/contact_figures.h"
#include "io/wording/definitions.h"
#include "occlusion/base/run_both.h"

namespace intercusp {
namespace {

std::vector<std::uint8_t> near_other_jaw(const std::vector<float>& distances_mm) {
  std::vector<std::uint8_t> near(distances_mm.size());
  std::ranges::transform(distances_mm, near.begin(), [](float mm) { return mm <= scene_near_mm ? 1 : 0; });
  return near;
}

std::int16_t distance_in_steps(float mm) {
  if (std::isnan(mm)) return no_scene_distance;
  const double steps = std::round(static_cast<double>(mm) / scene_distance_step_mm);
  return static_cast<std::int16_t>(std::clamp(steps, -32767.0, no_scene_distance - 1.0));
}

void place_vertices(SceneJaw& scene, const Solid& solid, const Eigen::Isometry3d& case_from_solid) {
  const auto place_of = [&](std::uint32_t vertex) -> Eigen::Vector3d {
    return case_from_solid * solid.mesh.vertices[vertex];
  };
  Bounds bounds;
  for (const std::uint32_t vertex : scene.source) bounds.add(place_of(vertex));
  if (bounds.empty()) return;
  scene.origin_mm = bounds.min;
  scene.step_mm = std::max(bounds.size().maxCoeff(), 1e-3) / 65535;
  for (const std::uint32_t vertex : scene.source) {
    const Eigen::Vector3d steps = ((place_of(vertex) - bounds.min) / scene.step_mm).array().round();
    scene.positions.push_back({static_cast<std::uint16_t>(steps.x()), static_cast<std::uint16_t>(steps.y()),
                               static_cast<std::uint16_t>(steps.z())});
  }
}

SceneJaw scene_jaw(const Solid& solid, const Eigen::Isometry3d& case_from_solid,
                   const std::vector<float>& distances_mm) {
  const std::vector<std::uint8_t> near = near_other_jaw(distances_mm);
  ReducedMesh reduced =
      reduced_mesh(solid.mesh, solid.anatomy_faces, near, scene_near_error_mm, scene_error_mm);
  SceneJaw scene{.faces = std::move(reduced.faces),
                 .source = std::move(reduced.source),
                 .near_error_mm = reduced.near_error_mm,
                 .error_mm = reduced.error_mm};
  place_vertices(scene, solid, case_from_solid);
  for (const std::uint32_t vertex : scene.source) {
    scene.distances.push_back(distance_in_steps(distances_mm[vertex]));
    scene.teeth.push_back(solid.labels.empty() ? 0 : static_cast<std::uint8_t>(solid.labels[vertex]));
  }
  return scene;
}

//! The orientation of the upper's pictures if the patient's axes are unknown.
AnatomicalAxes axes_of_pictures(const Inspection& inspection) {
  const Eigen::Matrix3d view = inspection.map.view.view_from_case.linear();
  return {.superior = view.row(2), .anterior = -view.row(1), .left = view.row(0)};
}

std::vector<SceneContact> listed_contacts(const ContactTable& table, double threshold_mm) {
  std::vector<SceneContact> contacts;
  for (const ContactPatch& patch : table.patches) {
    if (patch.threshold_mm == threshold_mm && patch.surface_mm2 >= least_listed_mm2)
      contacts.push_back({patch.number, patch.place_mm});
  }
  return contacts;
}

}  // namespace

std::optional<SceneData> scene_data(const Inspection& inspection) {
  if (!inspection.surface || inspection.options.thresholds_mm.empty()) return std::nullopt;
  const SurfaceFindings& surface = *inspection.surface;
  SceneData scene{.axes = inspection.bite_case->anatomy.axes.value_or(axes_of_pictures(inspection)),
                  .axes_known = inspection.bite_case->anatomy.axes.has_value(),
                  .threshold_mm = headline_threshold(inspection.options.thresholds_mm)};
  const Bite& bite = inspection.bite_case->bite;
  run_both(
      [&] {
        scene.upper = scene_jaw(*bite.upper, Eigen::Isometry3d::Identity(), surface.distances.upper.mm);
      },
      [&] { scene.lower = scene_jaw(*bite.lower, bite.upper_from_lower, surface.distances.lower.mm); });
  scene.contacts = listed_contacts(surface.contacts.lower, scene.threshold_mm);
  if (const std::optional<HingeContact>& contact = inspection.first_contact) {
    scene.first_contact = {
        contact->upper_from_lower * inspection.bite_case->bite.upper_from_lower.inverse(Eigen::Isometry),
        contact->case_point};
  }
  return scene;
}

}  // namespace intercusp
