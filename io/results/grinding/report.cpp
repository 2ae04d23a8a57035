#include "io/results/grinding/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/language/language.h"
#include "io/language/tooth_names.h"
#include "io/mesh/write_ply.h"
#include "io/picture/image_bytes.h"
#include "io/report/parts.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

Value outline_value(const GrindPatch& patch) {
  return list_of(patch.outline, [](const std::vector<Eigen::Vector3d>& line) {
    return Value(list_of(line, [](const Eigen::Vector3d& point) { return Value(point); }));
  });
}

Value figures_value(const std::optional<GrindFigures>& figures) {
  return figures ? Value(json_row(grind_figures(), *figures)) : Value();
}

std::string definition() {
  return phrase(
      "Within a patch, vertices of the jaw move inwards, halfway between their normal and the occlusal "
      "direction, until the other jaw's surface is as far away as the goal wants; depth is the greatest way "
      "of a vertex. The bite is measured in the pose of the scans: closing further after grinding is not "
      "computed. Contact is the lower's surface within 0.1 mm of the upper, in any direction, penetration "
      "included. Without any one of these patches the goal is not reached.");
}

Fields json_of(const GrindProposal& proposal, const Inputs& inputs) {
  const ForPrograms english;
  return envelope("intercusp-grind/1", "mm") +
         Fields{
             {"is_calculation", true},
             {"warning", grind_warning()},
             {"upper", input_fields(inputs.upper)},
             {"lower", input_fields(inputs.lower)},
             {"upper_from_lower", proposal.start->bite.upper_from_lower},
             {"settings",
              {{"goal", name_of(proposal.options.goal)},
               {"jaw", name_of(proposal.options.jaw)},
               {"depth_um", proposal.options.depth_um},
               {"limit_um", proposal.options.limit_um}}},
             {"already_met", proposal.already_met()},
             {"refusals", list_of(proposal.refusals,
                                  [](const Finding& refusal) {
                                    return Fields{{"code", refusal.code}, {"reason", sentence_of(refusal)}};
                                  })},
             {"teeth_estimated", has_estimated_teeth(proposal.start->bite)},
             {"definition", definition()},
             {"before", figures_value(proposal.before)},
             {"after", figures_value(proposal.after)},
             {"patches", json_rows(grind_patch_figures(proposal), proposal.patches)}};
}

//! The scanned surface alone: what import added to close it, import adds again.
std::string ply_of(const GrindProposal& proposal) {
  const Solid& solid = *proposal.ground;
  const std::vector<std::uint8_t> is_anatomy = marked_anatomy(solid);
  std::vector<std::uint32_t> number(is_anatomy.size(), 0);
  TriangleMesh mesh;
  std::vector<int> labels;
  const bool labelled =
      !solid.labels.empty() && solid.estimated_teeth.empty();  // estimates are no labels of a file
  for (std::size_t v = 0; v < is_anatomy.size(); ++v) {
    if (is_anatomy[v] == 0) continue;
    number[v] = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.push_back(solid.mesh.vertices[v]);
    if (labelled) labels.push_back(solid.labels[v]);
  }
  for (std::size_t f = 0; f < solid.anatomy_faces; ++f) {
    const auto& [a, b, c] = solid.mesh.faces[f];
    mesh.faces.push_back({number[a], number[b], number[c]});
  }
  return ply_bytes(mesh, labels);
}

std::vector<Section> sections_of(const GrindProposal& proposal) {
  std::vector<Section> sections;
  if (!proposal.patches.empty())
    sections.push_back(
        {.title = phrase("Patches to grind in the calculation"),
         .table = table_of(chosen(grind_patch_figures(proposal), {"number", "tooth", "depth_um", "area_mm2"}),
                           proposal.patches),
         .pictures = {"grinding.png"},
         .notes = {definition()}});
  if (proposal.before)
    sections.push_back({.title = phrase("Before and after"), .table = before_and_after(proposal)});
  return sections;
}

}  // namespace

Figures<GrindPatch> grind_patch_figures(const GrindProposal& proposal) {
  using Row = GrindPatch;
  const auto tooth = [&proposal](const Row& row) {
    return row.tooth == 0 ? std::string("–") : tooth_name(belief_in(proposal.start->bite, row.tooth));
  };
  return {Figure<Row>{"number", "1", "From the patient's right to the left.", &Row::number}.headed(
              phrase("Patch")),
          Figure<Row>{"tooth", "", "FDI; null for gum and unknown teeth.",
                      [](const Row& row) { return tooth_value(row.tooth); }}
              .headed(phrase("Tooth"), tooth, true),
          Figure<Row>{"depth_um", "um", "Greatest way of a vertex.",
                      [](const Row& row) { return 1000 * row.depth_mm; }}
              .headed(phrase("Depth, µm")),
          Figure<Row>{"area_mm2", "mm2", "Of the surface that changes, before.", &Row::area_mm2}.headed(
              phrase("Area, mm²"), 2),
          Figure<Row>{"centroid_mm", "mm", "Of that area, case frame.", &Row::centroid_mm}.in_columns(
              xyz_columns("centroid_", "_mm")),
          Figure<Row>{"outline", "mm", "Closed lines of points around it, case frame.", outline_value}.only(
              In::json)};
}

Figures<GrindFigures> grind_figures() {
  using Row = GrindFigures;
  const auto percent = [](std::optional<double> AreaTotal::*share) {
    return [share](const Row& row) {
      return row.contact.*share ? rounded(100 * *(row.contact.*share), 1) : std::string("–");
    };
  };
  return {
      Figure<Row>{"contact_mm2", "mm2", "Contact area within 0.1 mm of surface distance, on the lower.",
                  [](const Row& row) { return row.contact.surface_mm2; }}
          .headed(phrase("contact area at {} mm, mm²", shortest(grind_contact_mm)), 2),
      {"contact_error_mm2", "mm2", "Its error, 95 %.", [](const Row& row) { return row.contact.error_mm2; }},
      Figure<Row>{"right_share", "1", "Share of it on the right.",
                  [](const Row& row) { return row.contact.right_share; }}
          .headed(phrase("on the right, %"), percent(&AreaTotal::right_share)),
      Figure<Row>{"left_share", "1", "Share of it on the left.",
                  [](const Row& row) { return row.contact.left_share; }}
          .headed(phrase("on the left, %"), percent(&AreaTotal::left_share)),
      Figure<Row>{"contacts", "1", "Patches of contact.", [](const Row& row) { return row.contact.contacts; }}
          .headed(phrase("contacts at {} mm", shortest(grind_contact_mm))),
      Figure<Row>{"least_distance_mm", "mm", "Least surface distance; below 0 the depth.",
                  [](const Row& row) { return row.least ? Value(row.least->distance_mm) : Value(); }}
          .headed(phrase("least surface distance, mm"), 4),
      Figure<Row>{
          "non_working_poses", "1",
          "Contacts of teeth of the non-working side, over the poses of both laterotrusions from 0.5 mm "
          "on; null for other goals.",
          [](const Row& row) { return row.non_working; }}
          .headed(phrase("contacts of the non-working side, over all poses"))};
}

std::string in_words(GrindGoal goal) {
  constexpr auto words = enum_table<GrindGoal, Wording>(
      {{GrindGoal::balance, Text("Contact area balanced between left and right, 45 : 55 to 55 : 45")},
       {GrindGoal::depth, Text("No contact deeper than a limit")},
       {GrindGoal::excursions, Text("No contact of the non-working side in laterotrusion")}});
  return std::string(words[goal]);
}

std::string grind_warning() {
  return phrase(
      "This is a calculation on scans, never an instruction to grind: it knows neither enamel nor "
      "restorations, "
      "load or joint, and the scans themselves err by tens of µm.");
}

std::string headline_of(const GrindProposal& proposal) {
  const std::string goal = in_words(proposal.options.goal) + ". ";
  if (!proposal.refusals.empty()) {
    std::string text = goal + phrase("Nothing is proposed:");
    for (const Finding& refusal : proposal.refusals) text += "\n  - " + sentence_of(refusal);
    return text;
  }
  if (proposal.already_met()) return goal + phrase("The goal is met already: nothing is proposed.");
  const auto deepest = std::ranges::max_element(proposal.patches, {}, &GrindPatch::depth_mm);
  return goal + phrase("{} patches, up to {} µm deep, reach the goal in the calculation.",
                       proposal.patches.size(), rounded(1000 * deepest->depth_mm, 0));
}

Table before_and_after(const GrindProposal& proposal) {
  Table table{.columns = {{phrase("The bite")}, {phrase("before")}, {proposal.after ? phrase("after") : ""}},
              .rows = {}};
  for (const Figure<GrindFigures>& figure : grind_figures()) {
    if (figure.heading.empty() || (figure.key == "non_working_poses" && !proposal.before->non_working))
      continue;
    table.rows.push_back({figure.heading, text_of(figure, *proposal.before),
                          proposal.after ? text_of(figure, *proposal.after) : ""});
  }
  return table;
}

std::vector<std::string> grind_file_names() {
  return {"grind.json", "report.html", "patches.csv", "grinding.png", "calculation_*_ground.ply"};
}

Report report_of(std::shared_ptr<const GrindProposal> shared, const Inputs& inputs) {
  const GrindProposal& proposal = *shared;
  const GrindOptions& options = proposal.options;
  const Provenance provenance{
      .version = INTERCUSP_VERSION,
      .settings = fmt::format("goal {}; jaw {}; depth {} um; limit {} um", name_of(options.goal),
                              name_of(options.jaw), options.depth_um, options.limit_um),
      .upper_sha256 = digests_of(inputs.upper),
      .lower_sha256 = digests_of(inputs.lower)};
  Report report{.json_name = "grind.json",
                .json = json_of(proposal, inputs),
                .title = phrase("Grinding: a calculation, not an instruction"),
                .page_name = "report.html",
                .input_files = {{phrase("Upper"), file_names(inputs.upper)},
                                {phrase("Lower"), file_names(inputs.lower)}},
                .remarks = remarks_of({}, inputs.upper, inputs.lower),
                .headline = headline_of(proposal),
                .sections = sections_of(proposal),
                .footer = phrase("For research and planning support; not a diagnosis.")};
  report.remarks.insert(report.remarks.begin(), {"", grind_warning()});
  if (proposal.patches.empty()) return report;
  const Figures<GrindPatch> figures = grind_patch_figures(proposal);
  report.tables = {{.name = "patches.csv",
                    .columns = csv_head(figures),
                    .rows = csv_rows(figures, proposal.patches),
                    .every_row = provenance_columns(provenance)}};
  report.files = {
      {"grinding.png", [shared, provenance] { return png_bytes(grind_picture(*shared, provenance)); },
       phrase("Before and after, in the calculation"), true},
      {fmt::format("calculation_{}_ground.ply", name_of(options.jaw)), [shared] { return ply_of(*shared); }}};
  return report;
}

}  // namespace intercusp
