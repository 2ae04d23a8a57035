#include <algorithm>

#include "io/language/tooth_names.h"
#include "io/wording/definitions.h"
#include "viewer/case/case_teeth.h"
#include "viewer/panels/figure_table.h"
#include "viewer/panels/panels.h"
#include "viewer/tools/model/tool.h"

namespace intercusp::viewer {
namespace {

//! With its interval in a column of its own, where the name is as short as a tooth's.
Figures<ModelMeasure> columns(bool of_teeth) {
  using Row = ModelMeasure;
  const auto words = [](auto read, bool is_text) {
    return Figure<Row>{"", "", "", [](const Row&) { return Value(); }}.headed("", read, is_text);
  };
  const auto name = [of_teeth](const Row& row) {
    return of_teeth ? tooth_name(row.fdi) : capitalised(name_in_words(row));
  };
  Figures<Row> figures = {words(name, true), words(value_in_words, false)};
  if (of_teeth) figures.push_back(words(doubt_in_words, true));
  return figures;
}

void name_cell(const AppState& state, Actions& actions, const ModelMeasure& measure,
               const std::string& name) {
  const MeasureDefinition definition = definition_of(measure.key);
  const std::string words = definition.definition + "\n" + definition.source;
  if (measure.line.empty()) {
    wrapped(name);
    return explain(words);
  }
  const ModelMeasure* const marked = measure_on_views(state);
  const ImVec2 corner = ImGui::GetCursorPos();
  const float name_px = ImGui::CalcTextSize(name.c_str(), nullptr, false, ImGui::GetContentRegionAvail().x).y;
  const float other_px =
      ImGui::GetTextLineHeight() + (is_per_tooth(measure.key) ? 0 : ImGui::GetTextLineHeightWithSpacing());
  if (ImGui::Selectable("##measure", marked && name_of(*marked) == name_of(measure),
                        ImGuiSelectableFlags_SpanAllColumns, {0, std::max(name_px, other_px)}))
    select_measure(state, actions, measure);
  explain(words + "\n" + std::string(Text("Click to show it in the views.")));
  ImGui::SetCursorPos(corner);
  wrapped(name);
}

//! The columns have no headings: a sentence above all tables says what they are.
void set_up_columns(const Figures<ModelMeasure>& figures, bool of_teeth) {
  constexpr float name_share = 8, value_share = 9;
  if (!of_teeth) {
    set_up(figures[0], ImGuiTableColumnFlags_WidthStretch, name_share);
    return set_up(figures[1], ImGuiTableColumnFlags_WidthStretch, value_share);
  }
  set_up(figures[0], ImGuiTableColumnFlags_WidthFixed, em(2.6F));
  set_up(figures[1], ImGuiTableColumnFlags_WidthFixed, em(4.5F));
  set_up(figures[2], ImGuiTableColumnFlags_WidthStretch);
}

void show_table(const AppState& state, Actions& actions, const std::vector<ModelMeasure>& measures,
                bool of_teeth) {
  const Figures<ModelMeasure> figures = columns(of_teeth);
  const auto show = [&](const ModelMeasure& measure) {
    const auto name = [&] { name_cell(state, actions, measure, text_of(figures[0], measure)); };
    if (of_teeth) return figure_row<ModelMeasure>(figures, measure, name);
    figure_row<ModelMeasure>(figures, measure, name, [&] {
      if (measure.reading.value) ImGui::TextUnformatted(value_in_words(measure).c_str());
      muted(doubt_in_words(measure));
    });
  };
  figure_table("measures", figures, {.padding_em = 0.2F, .head = [&] { set_up_columns(figures, of_teeth); }},
               [&] {
                 for (std::size_t i = 0; i < measures.size(); ++i) {
                   ImGui::PushID(static_cast<int>(i));
                   show(measures[i]);
                   ImGui::PopID();
                 }
               });
}

void show_group(const AppState& state, Actions& actions, const Model& model, const MeasureGroup& group) {
  std::vector<ModelMeasure> measures;
  for (const ModelMeasure& measure : model.measures)
    if (std::ranges::count(group.keys, measure.key) > 0 && is_listed(measure)) measures.push_back(measure);
  const bool of_teeth = is_per_tooth(group.keys.front());
  if (measures.empty()) return;
  if (!ImGui::CollapsingHeader(group.name, of_teeth ? 0 : ImGuiTreeNodeFlags_DefaultOpen)) return;
  ImGui::PushID(group.name);
  show_table(state, actions, measures, of_teeth);
  ImGui::PopID();
  if (std::ranges::count(group.keys, MeasureKey::crossbite) > 0) muted(left_out_note());
}

}  // namespace

std::vector<MeasureGroup> measure_groups() {
  using enum MeasureKey;
  return {
      {Text("Bolton"),
       {bolton_anterior, bolton_anterior_discrepancy, bolton_overall, bolton_overall_discrepancy}},
      {Text("Space in the arch"), {arch_perimeter, crowding, little_irregularity, unerupted_width}},
      {Text("Arches"), {intercanine_width, interpremolar_width, intermolar_width, arch_length, arch_depth}},
      {Text("Spee and Wilson"), {spee, wilson}},
      {Text("Relation of the jaws"),
       {overjet, overbite, midline_shift, molar_relation, canine_relation, crossbite, scissor_bite}},
      {Text("PAR and ABO"),
       {par_upper_anterior, par_lower_anterior, par_overjet, par_overbite, par_centreline,
        abo_buccolingual_inclination}},
      {Text("Widths of the teeth"), {width}},
      {Text("Torque"), {torque}},
      {Text("Tip"), {tip}},
      {Text("Rotation"), {rotation}}};
}

void draw_model(const AppState& state, Actions& actions, WidgetState&) {
  if (!state.loaded) return muted(what_is_missing(state));
  const Model* const model = model_of(state);
  if (model == nullptr) return muted(Text("The models are being measured."));
  wrapped(headline_of(*model));
  for (const MeasuredJaw& jaw : model->jaws)
    if (!has_numbers(*jaw.solid))
      wrapped(jaw.jaw == Jaw::upper ? Text("The teeth of the upper jaw have no numbers.")
                                    : Text("The teeth of the lower jaw have no numbers."));
  muted(Text("In the pose shown, with 95 % intervals or why there is no value."));
  for (const MeasureGroup& group : measure_groups()) show_group(state, actions, *model, group);
}

}  // namespace intercusp::viewer
