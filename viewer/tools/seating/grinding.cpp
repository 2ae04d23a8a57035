#include "viewer/tools/seating/grinding.h"

#include <array>

#include "io/results/grinding/report.h"
#include "io/wording/definitions.h"
#include "viewer/case/rest_reading.h"
#include "viewer/panels/figure_table.h"
#include "viewer/panels/widgets.h"
#include "viewer/scene/draw_list_canvas.h"

namespace intercusp::viewer {
namespace {

//! What the user chose and what was calculated last, of the open case.
struct GrindWork {
  GrindOptions options;
  std::shared_ptr<const GrindProposal> proposal;
};

//! \return whether anything was changed
bool choose_options(GrindOptions& options) {
  const GrindOptions before = options;
  const std::array<const char*, 3> goals = {Text("Balance"), Text("Depth"), Text("Excursions")};
  if (const auto goal = choice("grind goal", goals, static_cast<int>(options.goal)))
    options.goal = static_cast<GrindGoal>(*goal);
  explain(in_words(options.goal) + ".");
  const std::array<const char*, 2> jaws = {Text("Upper jaw"), Text("Lower jaw")};
  if (const auto jaw = choice("grind jaw", jaws, static_cast<int>(options.jaw)))
    options.jaw = static_cast<Jaw>(*jaw);
  if (options.goal == GrindGoal::depth) {
    constexpr double usual_most_um = 200;
    if (const auto depth =
            slider(Text("Deepest contact allowed"), options.depth_um, 0, usual_most_um, "%.0f µm"))
      options.depth_um = *depth;
  }
  return before.goal != options.goal || before.jaw != options.jaw || before.depth_um != options.depth_um;
}

void draw_proposal(const GrindProposal& proposal) {
  wrapped(headline_of(proposal));
  if (!proposal.patches.empty()) {
    const Figures<GrindPatch> figures =
        chosen(grind_patch_figures(proposal), {"number", "tooth", "depth_um", "area_mm2"});
    figure_table("grind patches", figures, {}, [&] {
      for (const GrindPatch& patch : proposal.patches)
        figure_row(figures, patch, [&] { ImGui::TextUnformatted(text_of(figures.front(), patch).c_str()); });
    });
  }
  if (!proposal.before) return;
  for (const std::vector<std::string>& line : before_and_after(proposal).rows)
    row(line[0].c_str(), line[2].empty() ? line[1] : line[1] + " → " + line[2]);
}

const char* without_patches(const AppState& state) {
  const auto proposal = shown_grinding(state);
  if (proposal && !proposal->patches.empty()) return nullptr;
  return Text("First calculate a grinding in the step Bite.");
}

Picture make_picture(const AppState& state, Actions&, WidgetState&) {
  const LoadedCase& loaded = *state.loaded;
  return grind_picture(*shown_grinding(state), {.version = INTERCUSP_VERSION,
                                                .settings = "grind",
                                                .upper_sha256 = digests_of(loaded.upper),
                                                .lower_sha256 = digests_of(loaded.lower)});
}

}  // namespace

const PictureExport grinding_export = {
    Text("Grinding, before and after"),
    Text("The jaw before and after the grinding calculated, side by side, with the outlines of the patches."),
    "grinding.png", without_patches, make_picture};

void calculate_grinding(const AppState& state, Actions& actions, const GrindOptions& options) {
  if (!state.loaded) return;
  actions.pose.end_drag();
  actions.work.compute(Text("Calculating the grinding\u2026"),
                       [&actions, options, loaded = state.loaded, pose = state.document.upper_from_lower](
                           const Progress& progress) -> std::function<void()> {
                         const auto proposal = std::make_shared<const GrindProposal>(
                             propose_grinding(prepare_case(posed_bite(*loaded, pose)), options, progress));
                         return [=, &actions] { actions.state().parts.of<GrindWork>().proposal = proposal; };
                       });
}

std::shared_ptr<const GrindProposal> shown_grinding(const AppState& state) {
  const std::shared_ptr<const GrindProposal>& proposal = state.parts.get<GrindWork>().proposal;
  const bool belongs =
      proposal && same_pose(state.document.upper_from_lower, proposal->start->bite.upper_from_lower);
  return belongs ? proposal : nullptr;
}

void draw_grinding(const AppState& state, Actions& actions, WidgetState&) {
  heading(Text("Grinding, a calculation"));
  explain(grind_warning());
  GrindOptions options = state.parts.get<GrindWork>().options;
  if (choose_options(options)) actions.state().parts.of<GrindWork>() = {options, nullptr};
  if (wide_button(
          Text("Calculate"),
          Text("Which places of this jaw, ground how deep, would reach the goal. Nothing of the scans is "
               "changed. Takes up to some minutes, in the background.")))
    calculate_grinding(state, actions, options);
  if (const auto proposal = shown_grinding(state)) draw_proposal(*proposal);
  muted(grind_warning());
}

void draw_grind_marks(DrawListCanvas& canvas, const AppState& state, const Eigen::Affine3d& px_from_case) {
  const auto proposal = shown_grinding(state);
  if (!proposal) return;
  const auto at = [&](const Eigen::Vector3d& place) {
    return Eigen::Vector2d((px_from_case * place).head<2>());
  };
  const ImU32 ink = ink_of(canvas.inks.strong.colour), halo = ink_of(canvas.inks.halo.colour, 0.8);
  for (const auto& [colour, thickness] : {std::pair{halo, 4.0F}, {ink, 2.0F}}) {
    for (const GrindPatch& patch : proposal->patches)
      for (const std::vector<Eigen::Vector3d>& line : patch.outline)
        for (std::size_t i = 1; i < line.size(); ++i)
          canvas.list.AddLine(point(at(line[i - 1])), point(at(line[i])), colour, thickness);
  }
  for (const GrindPatch& patch : proposal->patches) {
    const Eigen::Vector2d place = at(patch.centroid_mm);
    canvas.write_if_free(place.x(), place.y() - canvas.em / 2,
                         phrase("{} µm", rounded(1000 * patch.depth_mm, 0)),
                         {canvas.small(), canvas.inks.strong, true}, Align::centre);
  }
}

}  // namespace intercusp::viewer
