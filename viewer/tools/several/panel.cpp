#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "io/language/tooth_names.h"
#include "io/results/several/report.h"
#include "io/wording/definitions.h"
#include "viewer/panels/figure_table.h"
#include "viewer/panels/panels.h"
#include "viewer/tools/several/tool.h"

namespace intercusp::viewer {
namespace {

bool is_selected(const AppState& state, const NeighbourPair& pair) {
  return state.selected_contact && state.selected_contact->name == ContactName{pair.fdi, pair.other_fdi};
}

Figures<NeighbourPair> columns() {
  using Row = NeighbourPair;
  Figures<Row> figures = {Figure<Row>{
      "teeth", "", "FDI numbers.", [](const Row& pair) {
        return fmt::format("{}\u2013{}", tooth_name(pair.fdi), tooth_name(pair.other_fdi));
      }}.headed(Text("Teeth"))};
  figures = std::move(figures) +
            chosen(figures_of<Row, Neighbours>(
                       proximity_figures(), [](const Row& pair) -> const Neighbours& { return pair.found; }),
                   {"distance_mm", "contact_area_mm2", "contact"});
  figures[1].heading = phrase("mm apart");
  figures[2].heading = phrase("mm²");
  figures[3].heading = "";
  return figures;
}

void neighbour_row(const AppState& state, Actions& actions, const Figures<NeighbourPair>& figures,
                   const NeighbourPair& pair) {
  const auto teeth = [&] {
    const std::string label = fmt::format("{}##{}", text_of(figures[0], pair), name_of(pair.jaw));
    if (ImGui::Selectable(label.c_str(), is_selected(state, pair), ImGuiSelectableFlags_SpanAllColumns))
      select_neighbours(state, actions, pair);
  };
  figure_row(figures, pair, teeth, [&] {
    ImGui::BeginDisabled(!pair.found.tight);
    right_aligned(text_of(figures.back(), pair));
    ImGui::EndDisabled();
  });
}

void show_table(const AppState& state, Actions& actions, const NeighbourTeeth& teeth) {
  const Figures<NeighbourPair> figures = columns();
  figure_table("neighbours", figures, {}, [&] {
    for (const NeighbourPair& pair : teeth.pairs) neighbour_row(state, actions, figures, pair);
  });
  muted(
      phrase("Tight: at most {} mm apart, the thickness of a steel strip. "
             "mm²: the surface within that distance. "
             "Below 0 the teeth overlap. Click a pair to centre it.",
             rounded(proximal_gap_mm, 2)));
  if (std::ranges::any_of(teeth.pairs, [](const NeighbourPair& pair) { return pair.found.at_edge; }))
    muted(at_edge_note());
}

}  // namespace

void draw_neighbours(const AppState& state, Actions& actions, WidgetState&) {
  const NeighbourTeeth* const teeth = neighbours_of(state);
  heading(Text("Neighbouring teeth"));
  if (teeth == nullptr) return muted(Text("The neighbours are being measured."));
  if (!teeth->upper_has_single_teeth && !teeth->lower_has_single_teeth)
    return muted(
        Text("On the scan of a whole arch neighbours cannot be measured: the surfaces "
             "between the teeth were never seen. Open the teeth as single files."));
  show_table(state, actions, *teeth);
  if (!teeth->upper_has_single_teeth)
    muted(Text("The upper jaw is a scan of a whole arch, without surfaces between its teeth."));
  if (!teeth->lower_has_single_teeth)
    muted(Text("The lower jaw is a scan of a whole arch, without surfaces between its teeth."));
}

namespace {

constexpr auto open_bodies = Text("Add bodies");
constexpr auto bodies_explained = Text(
    "Implants, burs, condyles as spheres, cylinders, cones … of a body file. They stay with the upper "
    "jaw.");

struct BodiesWidgets {
  std::string path;  //!< typed
};

std::string size_words(const AnalyticBody& body) {
  std::vector<std::string> sizes;
  for (const double size : body.size_mm) sizes.push_back(shortest(size));
  switch (body.kind) {
    case BodyKind::sphere:
      return phrase("radius {} mm", sizes[0]);
    case BodyKind::ellipsoid:
      return phrase("semi-axes {} mm", fmt::format("{}", fmt::join(sizes, " × ")));
    case BodyKind::cylinder:
      return phrase("radius {}, height {} mm", sizes[0], sizes[1]);
    case BodyKind::cone:
      return phrase("radii {} and {}, height {} mm", sizes[0], sizes[1], sizes[2]);
    case BodyKind::torus:
      return phrase("ring {}, tube {} mm, {}°", sizes[0], sizes[1], sizes[2]);
    case BodyKind::box:
      return phrase("{} mm", fmt::format("{}", fmt::join(sizes, " × ")));
  }
  return {};
}

constexpr auto kind_words = enum_table<BodyKind, Wording>({{BodyKind::sphere, Text("Sphere")},
                                                           {BodyKind::ellipsoid, Text("Ellipsoid")},
                                                           {BodyKind::cylinder, Text("Cylinder")},
                                                           {BodyKind::cone, Text("Cone")},
                                                           {BodyKind::torus, Text("Torus")},
                                                           {BodyKind::box, Text("Box")}});

//! "-0.210" where they overlap.
std::string gap_number(const BodyGap& gap) {
  if (gap.depth_mm > 0) return rounded(-gap.depth_mm, 3);
  if (gap.touching) return rounded(0, 3);
  return gap.distance_mm ? rounded(*gap.distance_mm, 3) : "?";
}

std::string gap_words(const BodyGap& gap) {
  if (gap.depth_mm > 0) return phrase("overlaps by {} mm", rounded(gap.depth_mm, 3));
  if (gap.touching) return Text("touches");
  if (!gap.distance_mm) return Text("The distance is not certain: what is nearest was not scanned.");
  return phrase("{} mm apart", rounded(*gap.distance_mm, 3));
}

//! A body, and what it is to the jaws where that is measured.
struct BodyRow {
  const NamedSolid* named;
  const BodyFigures* figures;
};

Figures<BodyRow> body_columns() {
  using Row = BodyRow;
  const auto gap = [](const char* key, std::string heading, BodyGap BodyFigures::*jaw) {
    const auto text = [jaw](const Row& row) {
      return row.figures != nullptr ? gap_number(row.figures->*jaw) : std::string();
    };
    return Figure<Row>{key, "mm", "", text}.headed(std::move(heading), text);
  };
  return {Figure<Row>{"name", "", "Of the body.", [](const Row& row) { return row.named->name; }}.headed(
              Text("Body")),
          gap("to_upper_mm", Text("to upper"), &BodyFigures::upper),
          gap("to_lower_mm", Text("to lower"), &BodyFigures::lower)};
}

//! The body's name with a box that shows or hides it.
void name_cell(const AppState& state, Actions& actions, const BodyRow& row) {
  const auto& [named_body, figures] = row;
  const NamedSolid& named = *named_body;
  ImGui::PushID(named.name.c_str());
  std::vector<std::string> hidden = state.view.hidden_bodies;
  const auto place = std::ranges::find(hidden, named.name);
  bool shown = place == hidden.end();
  const bool toggled = ImGui::Checkbox("##shown", &shown);
  explain(Text("Show or hide it. Hidden bodies are still measured."));
  ImGui::SameLine();
  if (named_line("##body", named.name)) {
    const Bounds bounds = bounds_of(*named.body);
    const bool deep = figures != nullptr && (figures->upper.depth_mm > 0 || figures->lower.depth_mm > 0);
    const bool deeper_in_upper = deep && figures->upper.depth_mm >= figures->lower.depth_mm;
    actions.views.fly_to(!deep             ? bounds.centre()
                         : deeper_in_upper ? figures->upper.case_point
                                           : figures->lower.case_point);
  }
  std::string words = fmt::format("{}\n{}: {}", named.name, std::string(kind_words[named.body->kind]),
                                  size_words(*named.body));
  if (figures != nullptr)
    words += "\n" + phrase("To the upper jaw: {}", gap_words(figures->upper)) + "\n" +
             phrase("To the lower jaw: {}", gap_words(figures->lower));
  explain(words + "\n" + std::string(Text("Click to centre the place.")));
  muted(fmt::format("{}: {}", std::string(kind_words[named.body->kind]), size_words(*named.body)));
  ImGui::PopID();
  if (!toggled) return;
  if (shown)
    hidden.erase(place);
  else
    hidden.push_back(named.name);
  ViewState view = state.view;
  view.hidden_bodies = hidden;
  actions.views.set(view);
}

void show_table(const AppState& state, Actions& actions) {
  const std::shared_ptr<const Bodies> bodies = bodies_of(state);  // a click may remove them
  const BodiesReading* const reading = bodies_reading(state);
  const Figures<BodyRow> columns = body_columns();
  const auto head = [&] {
    constexpr int fixed = ImGuiTableColumnFlags_WidthFixed;
    set_up(columns[0], ImGuiTableColumnFlags_WidthStretch);
    set_up(columns[1], fixed, em(3.6F));
    set_up(columns[2], fixed, em(3.6F));
    ImGui::TableHeadersRow();
  };
  figure_table("bodies", columns, {.head = head}, [&] {
    for (std::size_t i = 0; i < bodies->solids.size(); ++i) {
      const BodyRow row{&bodies->solids[i], reading != nullptr ? &reading->figures[i] : nullptr};
      figure_row(columns, row, [&] { name_cell(state, actions, row); });
    }
  });
  muted(reading != nullptr ? Text("mm to each jaw in this pose; below 0 the body overlaps it by so much.")
                           : Text("They are measured as soon as the jaw rests."));
}

void ask_for_bodies(const AppState& state, Actions& actions, WidgetState& widgets) {
  std::string& path = widgets.parts.of<BodiesWidgets>().path;
  ImGui::PushID("bodies file");
  ImGui::SetNextItemWidth(-FLT_MIN);
  const bool entered = text_field("##path", Text("Body file"), path);
  ImGui::PopID();
  if (entered && !path.empty()) return add_bodies(state, actions, {path});
  if (!wide_button(open_bodies, bodies_explained)) return;
  if (!path.empty()) return add_bodies(state, actions, {path});
  if (!widgets.asked.program.empty())
    ask_files(
        widgets.asked, {.title = open_bodies, .start = {}, .patterns = {"*.json"}},
        [&state, &actions](const std::vector<std::string>& paths) { add_bodies(state, actions, paths); });
}

}  // namespace

void draw_bodies(const AppState& state, Actions& actions, WidgetState& widgets) {
  heading(Text("Bodies"));
  if (bodies_of(state)) {
    show_table(state, actions);
  } else {
    muted(body_files(state).paths.empty() || state.work
              ? bodies_explained
              : Text("The bodies of this session could not be read."));
  }
  ask_for_bodies(state, actions, widgets);
  if (!body_files(state).paths.empty() && wide_button(Text("Remove all bodies"))) remove_bodies(actions);
}

}  // namespace intercusp::viewer
