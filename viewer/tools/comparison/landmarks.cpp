#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "occlusion/geometry/decompositions.h"
#include "occlusion/registration/tooth_movement.h"
#include "viewer/scene/annotations.h"
#include "viewer/scene/draw_list_canvas.h"
#include "viewer/tools/comparison/tool.h"

namespace intercusp::viewer {
namespace {

using Line = Eigen::ParametrizedLine<double, 3>;

//! How far along the line it enters a face (Möller and Trumbore 1997); infinity where it passes by.
double distance_to_face(const TriangleMesh& mesh, const Face& face, const Line& line) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const Eigen::Vector3d& corner = mesh.vertices[face[0]];
  const Eigen::Vector3d a = mesh.vertices[face[1]] - corner, b = mesh.vertices[face[2]] - corner;
  const Eigen::Vector3d across = line.direction().cross(b);
  const double volume = a.dot(across);
  if (volume == 0) return never;
  const Eigen::Vector3d from = line.origin() - corner;
  const double u = from.dot(across) / volume;
  const Eigen::Vector3d turned = from.cross(a);
  const double v = line.direction().dot(turned) / volume;
  const double along = b.dot(turned) / volume;
  return u >= 0 && v >= 0 && u + v <= 1 && along > 0 ? along : never;
}

//! In the mesh's frame. All faces are tried: a click may take some milliseconds.
std::optional<Eigen::Vector3d> first_place(const TriangleMesh& mesh, const Line& line) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const Face& face : mesh.faces) nearest = std::min(nearest, distance_to_face(mesh, face, line));
  if (!std::isfinite(nearest)) return std::nullopt;
  return line.pointAt(nearest);
}

//! The direction that a scan's surface faces on the whole: that of the biting surfaces, as scans end at the gum.
Eigen::Vector3d facing_of(const Solid& scan) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (std::size_t face = 0; face < scan.anatomy_faces; ++face) {
    const auto& [a, b, c] = scan.mesh.faces[face];
    const std::vector<Eigen::Vector3d>& place = scan.mesh.vertices;
    sum += (place[b] - place[a]).cross(place[c] - place[a]);
  }
  return sum.norm() > 0 ? Eigen::Vector3d(sum.normalized()) : Eigen::Vector3d::UnitZ();
}

Eigen::Matrix3d matrix_of(const AnatomicalAxes& axes) {
  Eigen::Matrix3d matrix;
  matrix << axes.left, axes.anterior, axes.superior;
  return matrix;
}

//! Turned as the open jaw is: by the teeth of both, else with its biting surfaces towards the viewer.
Eigen::Matrix3d turn_into_view(const ReadEarlier& earlier, const LoadedCase& loaded,
                               const Eigen::Quaterniond& view_from_case) {
  const std::optional<AnatomicalAxes> axes = axes_of_scan(*earlier.read.scan);
  if (axes && loaded.anatomy.axes)
    return view_from_case * matrix_of(*loaded.anatomy.axes) * matrix_of(*axes).transpose();
  return turn_between(facing_of(*earlier.solid), -Eigen::Vector3d::UnitZ()).toRotationMatrix();
}

//! The box of what was scanned, turned into a view.
Eigen::AlignedBox3d box_of(const Solid& scan, const Eigen::Isometry3d& view_from_scan) {
  Eigen::AlignedBox3d box;
  for (std::size_t face = 0; face < scan.anatomy_faces; ++face)
    for (const std::uint32_t v : scan.mesh.faces[face]) box.extend(view_from_scan * scan.mesh.vertices[v]);
  return box;
}

//! Where the earlier scan lies, and a camera that shows both.
struct Beside {
  Eigen::Isometry3d case_from_earlier;
  Camera camera;
};

//! To the right of the open jaw or below it, whichever leaves both larger. \param camera looks at the biting surfaces
Beside laid_beside(const Solid& open, const Eigen::Isometry3d& case_from_open, const Solid& earlier,
                   const Eigen::Matrix3d& turn, Camera camera, double width_over_height) {
  const Eigen::Isometry3d view_from_case(camera.view_from_case);
  Eigen::Isometry3d view_from_earlier = Eigen::Isometry3d::Identity();
  view_from_earlier.linear() = turn;
  const Eigen::AlignedBox3d first = box_of(open, view_from_case * case_from_open),
                            second = box_of(earlier, view_from_earlier);
  constexpr double apart_mm = 6, room = 1.25;
  const auto height_mm = [&](int axis) {
    Eigen::Vector2d size = first.sizes().head<2>().cwiseMax(second.sizes().head<2>());
    size[axis] = first.sizes()[axis] + apart_mm + second.sizes()[axis];
    return room * std::max(size.y(), size.x() / width_over_height);
  };
  const int axis = height_mm(0) <= height_mm(1) ? 0 : 1;
  Eigen::Vector3d shift = first.center() - second.center();
  shift[axis] = first.max()[axis] + apart_mm - second.min()[axis];
  view_from_earlier.pretranslate(shift);
  Eigen::Vector3d middle = first.center();
  middle[axis] = (first.min()[axis] + first.max()[axis] + apart_mm + second.sizes()[axis]) / 2;
  camera.target = view_from_case.inverse() * middle;
  camera.height_mm = height_mm(axis);
  return {view_from_case.inverse() * view_from_earlier, camera};
}

std::vector<PointPair> pairs_of(const Marking& marking) {
  std::vector<PointPair> pairs;
  for (std::size_t i = 0; i < marking.on_earlier.size(); ++i)
    pairs.push_back({.fixed = marking.on_earlier[i], .moving = marking.on_open[i]});
  return pairs;
}

}  // namespace

void begin_marking(const AppState& state, Actions& actions) {
  const std::shared_ptr<const ReadEarlier> earlier = shown_earlier(state);
  if (!earlier || !earlier->jaw) return;
  const Jaw jaw = *earlier->jaw;
  actions.views.look(occlusal_view(jaw));
  const LoadedCase& loaded = *state.loaded;
  ViewState view = state.view;
  const Beside beside = laid_beside(*loaded.bite.of(jaw), state.document.case_from(jaw), *earlier->solid,
                                    turn_into_view(*earlier, loaded, view.camera.view_from_case), view.camera,
                                    state.view_room.width_over_height);
  actions.state().parts.of<ComparisonWork>().marking = Marking{.source = earlier_scans(state).shown()->source,
                                                               .jaw = jaw,
                                                               .on_open = {},
                                                               .on_earlier = {},
                                                               .case_from_earlier = beside.case_from_earlier,
                                                               .had_gizmo = view.gizmo};
  view.camera = beside.camera;
  view.gizmo = false;
  actions.views.set(view);
}

void unmark_last(Actions& actions) {
  std::optional<Marking>& marking = actions.state().parts.of<ComparisonWork>().marking;
  if (!marking || marking->on_open.empty()) return;
  (marking->wants_open() ? marking->on_earlier : marking->on_open).pop_back();
  actions.work.want_values();
}

void stop_marking(const AppState& state, Actions& actions) {
  const std::optional<Marking> marking =
      std::exchange(actions.state().parts.of<ComparisonWork>().marking, std::nullopt);
  if (!marking) return;
  ViewState view = state.view;
  view.gizmo = marking->had_gizmo;
  actions.views.set(view);
  actions.views.fit();
}

void compare_from_marks(const AppState& state, Actions& actions) {
  const std::optional<Marking>& marking = actions.state().parts.of<ComparisonWork>().marking;
  if (!marking) return;
  const std::vector<PointPair> pairs = pairs_of(*marking);
  if (!determine_a_pose(pairs))
    return actions.messages.refuse(
        Text("These pairs do not hold the scans: mark three or more places on both scans "
             "that do not lie on one line."));
  stop_marking(state, actions);
  set_earlier_landmarks(state, actions, pairs);
}

bool wants_marks(const AppState& state) {
  return state.parts.get<ComparisonWork>().marking && state.step == PanelKind::the_case &&
         shown_earlier(state);
}

void click_to_mark(const AppState& state, Actions& actions, const MousePlace& click) {
  Marking& marking = *actions.state().parts.of<ComparisonWork>().marking;
  const std::shared_ptr<const ReadEarlier> earlier = shown_earlier(state);
  if (marking.wants_open()) {
    if (!click.picked || click.picked->jaw != marking.jaw)
      actions.messages.refuse(Text("Click a place on the open jaw first."));
    else
      marking.on_open.push_back(state.place_on_jaw(marking.jaw, click.picked->case_point).jaw_point);
  } else {
    const Eigen::Isometry3d earlier_from_case = marking.case_from_earlier.inverse();
    const Line line(earlier_from_case * click.line.origin(),
                    earlier_from_case.linear() * click.line.direction());
    if (const auto place = first_place(earlier->solid->mesh, line))
      marking.on_earlier.push_back(*place);
    else
      actions.messages.refuse(Text("Click the same place on the earlier scan, which is green."));
  }
  actions.work.want_values();
}

void draw_landmarks(DrawListCanvas& canvas, const AppState& state, const Eigen::Affine3d& px_from_case,
                    PictureOf picture) {
  const std::optional<Marking>& shown = state.parts.get<ComparisonWork>().marking;
  if (!shown || picture != PictureOf::scene) return;
  const Marking& marking = *shown;
  const auto mark = [&](const Eigen::Vector3d& case_point, std::size_t number) {
    const Eigen::Vector2d at = (px_from_case * case_point).head<2>();
    const double radius = 0.6 * canvas.em;
    canvas.list.AddCircleFilled(point(at), static_cast<float>(radius), ink_of(canvas.inks.strong.colour));
    canvas.write(at.x(), at.y() - 0.4 * canvas.em, std::to_string(number),
                 {0.8 * canvas.em, canvas.inks.halo, true}, Align::centre);
    canvas.take({at.x() - radius, at.y() - radius, at.x() + radius, at.y() + radius});
  };
  for (std::size_t i = 0; i < marking.on_open.size(); ++i)
    mark(state.case_point({marking.jaw, marking.on_open[i]}), i + 1);
  for (std::size_t i = 0; i < marking.on_earlier.size(); ++i)
    mark(marking.case_from_earlier * marking.on_earlier[i], i + 1);
}

}  // namespace intercusp::viewer
