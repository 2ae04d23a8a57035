#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "io/wording/definitions.h"
#include "viewer/panels/figure_table.h"
#include "viewer/panels/panels.h"
#include "viewer/tools/several/tool.h"

namespace intercusp::viewer {
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
  explain(Text("Show or hide it. Hidden bodies still stop droplets and are measured."));
  ImGui::SameLine();
  if (named_line("##body", named.name)) {
    const Bounds bounds = bounds_of(*named.body);
    const bool deep = figures != nullptr && (figures->upper.depth_mm > 0 || figures->lower.depth_mm > 0);
    const bool deeper_in_upper = deep && figures->upper.depth_mm >= figures->lower.depth_mm;
    actions.fly_to(!deep             ? bounds.centre()
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
  actions.set_view(view);
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
