#include <algorithm>
#include <utility>

#include "io/language/language.h"
#include "io/wording/definitions.h"
#include "viewer/scene/draw_list_canvas.h"
#include "viewer/tools/checkbite/tool.h"

namespace intercusp::viewer {
namespace {

void draw_line(DrawListCanvas& canvas, const std::vector<Eigen::Vector3d>& places,
               const Eigen::Affine3d& px_from_case) {
  std::vector<ImVec2> points;
  for (const Eigen::Vector3d& place : places) points.push_back(point((px_from_case * place).head<2>()));
  for (const auto& [ink, px] :
       {std::pair(ink_of(canvas.inks.halo.colour, 0.8), 4.F), {ink_of(canvas.inks.strong.colour), 1.5F}})
    canvas.list.AddPolyline(points.data(), static_cast<int>(points.size()), ink, 0, px);
}

}  // namespace

void draw_axis(DrawListCanvas& canvas, const AppState& state, const Eigen::Affine3d& px_from_case) {
  const RegisteredRecords* const records = registered(state);
  if (records == nullptr || !records->result || !records->result->determined()) return;
  const Hinge& hinge = *records->result->found.hinge;
  draw_line(canvas, {hinge.right.place, hinge.left.place}, px_from_case);
  for (const AxisEnd& end : {hinge.right, hinge.left}) {
    draw_line(canvas, ellipse_of(end, records->result->bite_case->anatomy.axes->left), px_from_case);
    const Eigen::Vector2d at = (px_from_case * end.place).head<2>();
    canvas.write_if_free(
        at.x(), at.y() + 0.5 * canvas.em,
        phrase("\u00b1 {} \u00d7 {} mm", rounded(end.half_axes_mm.x(), 2), rounded(end.half_axes_mm.y(), 2)),
        {canvas.small(), canvas.inks.strong, true}, Align::centre);
  }
}

void look_at_axis(const AppState& state, Actions& actions) {
  const Hinge& hinge = *registered(state)->result->found.hinge;
  Bounds shown = anatomy_bounds(*state.loaded->bite.upper, Eigen::Isometry3d::Identity());
  shown.add(anatomy_bounds(*state.loaded->bite.lower, state.document.upper_from_lower));
  shown.add(hinge.right.place);
  shown.add(hinge.left.place);
  ViewState view = state.view;
  view.camera.target = shown.centre();
  view.camera.height_mm = shown.size().norm() / std::min(1.0, state.view_room.width_over_height);
  actions.views.set(view);
}

}  // namespace intercusp::viewer
