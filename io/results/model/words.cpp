#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "io/language/language.h"
#include "io/language/tooth_names.h"
#include "io/results/model/report.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

int digits_of(MeasureKey key) {
  const std::string_view unit = definition_of(key).unit;
  return unit == "mm" || unit == "class" ? 2 : unit == "points" ? 0 : 1;
}

//! \pre there is a value
std::string number_text(const ModelMeasure& measure) {
  const std::string_view unit = definition_of(measure.key).unit;
  if (unit == "bool") return *measure.reading.value > 0 ? phrase("yes") : phrase("no");
  return rounded(factor_of(measure.key) * *measure.reading.value, digits_of(measure.key));
}

std::string class_text(const ModelMeasure& measure) {
  return measure.sagittal_class ? fmt::format(", {}", name_of(*measure.sagittal_class)) : std::string();
}

std::string value_text(const ModelMeasure& measure) {
  return measure.reading.value ? number_text(measure) + class_text(measure) : "–";
}

std::string interval_text(const ModelMeasure& measure) {
  if (!measure.reading.value) return reason_in_words(measure.reading.reason);
  if (std::string_view(definition_of(measure.key).unit) == "bool") return "";
  const double factor = factor_of(measure.key);
  return rounded(Interval{factor * measure.interval[0], factor * measure.interval[1]},
                 digits_of(measure.key));
}

std::string unit_text(MeasureKey key) {
  const std::string_view unit = definition_of(key).unit;
  if (unit == "deg") return "°";
  if (unit == "class") return "mm";
  if (unit == "points") return phrase("points");
  return unit == "bool" ? std::string() : std::string(unit);
}

std::string with_unit(const std::string& number, MeasureKey key) {
  const std::string unit = unit_text(key);
  if (std::string_view(definition_of(key).unit) == "points" && number == "1") return phrase("1 point");
  return unit.empty() || unit == "°" ? number + unit : number + " " + unit;
}

std::string place_text(const ModelMeasure& measure) {
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : ", ") + word; };
  if (measure.jaw) add(*measure.jaw == Jaw::upper ? phrase("upper") : phrase("lower"));
  if (measure.side != PatientSide::neither)
    add(measure.side == PatientSide::left ? phrase("left") : phrase("right"));
  if (measure.fdi != 0) add(tooth_name({measure.fdi, 1, true}));
  if (measure.method)
    add(*measure.method == PerimeterMethod::segments ? phrase("segments") : phrase("curve"));
  return text;
}

Figures<ModelMeasure> shown_figures() {
  using Row = ModelMeasure;
  const auto text = [](const std::string& heading, std::function<std::string(const Row&)> read,
                       bool is_text) {
    return Figure<Row>{"", "", "", [](const Row&) { return Value(); }}.headed(heading, std::move(read),
                                                                              is_text);
  };
  return {text(
              phrase("Measure"), [](const Row& row) { return definition_of(row.key).name; }, true),
          text(phrase("of"), place_text, true), text(phrase("value"), value_text, false),
          text(
              "", [](const Row& row) { return unit_text(row.key); }, true),
          text(phrase("95 % interval, or why there is no value"), interval_text, true)};
}

//! Measures of arches and bite.
Section arch_section(const Model& model) {
  std::vector<ModelMeasure> rows;
  for (const ModelMeasure& measure : model.measures)
    if (!is_per_tooth(measure.key) && is_listed(measure)) rows.push_back(measure);
  return {.title = phrase("Arches and bite"),
          .table = table_of(shown_figures(), rows),
          .pictures = {},
          .notes = {left_out_note()}};
}

//! One row per tooth: width, torque, tip and rotation.
Section teeth_section(const Model& model) {
  using enum MeasureKey;
  Section section{.title = phrase("Teeth"), .on = Section::On::page};
  section.table.columns = {{phrase("tooth"), true},
                           {phrase("width, mm")},
                           {phrase("torque, °")},
                           {phrase("tip, °")},
                           {phrase("rotation, °")}};
  std::map<std::pair<Jaw, int>, std::vector<std::string>> rows;
  std::vector<std::pair<Jaw, int>> order;
  for (const ModelMeasure& measure : model.measures) {
    if (!is_per_tooth(measure.key)) continue;
    const std::pair tooth(*measure.jaw, measure.fdi);
    auto [row, is_new] = rows.try_emplace(tooth, std::vector{tooth_name({measure.fdi, 1, true})});
    if (is_new) order.push_back(tooth);
    row->second.push_back(measure.reading.value
                              ? fmt::format("{} ({})", value_text(measure), interval_text(measure))
                              : interval_text(measure));
  }
  for (const auto& tooth : order) section.table.rows.push_back(rows[tooth]);
  section.notes = {phrase("95 % interval in brackets.")};
  return section;
}

//! What each measure is, and after whom.
Section definitions_section(const Model& model) {
  Section section{.title = phrase("Definitions"), .on = Section::On::page};
  section.table.columns = {{phrase("Measure"), true}, {phrase("definition"), true}, {phrase("source"), true}};
  std::set<MeasureKey> said;
  for (const ModelMeasure& measure : model.measures) {
    if (!said.insert(measure.key).second) continue;
    const MeasureDefinition definition = definition_of(measure.key);
    section.table.rows.push_back({definition.name, definition.definition, definition.source});
  }
  return section;
}

}  // namespace

bool is_per_tooth(MeasureKey key) {
  using enum MeasureKey;
  return key == width || key == torque || key == tip || key == rotation;
}

bool is_listed(const ModelMeasure& measure) {
  using enum MeasureKey;
  const bool crossed = measure.key == crossbite || measure.key == scissor_bite;
  return !crossed || measure.reading.value != 0.0;
}

std::string left_out_note() { return phrase("Teeth without crossbite and scissor bite are left out."); }

std::string value_in_words(const ModelMeasure& measure) {
  if (!measure.reading.value) return "";
  return with_unit(number_text(measure), measure.key) + class_text(measure);
}

std::string doubt_in_words(const ModelMeasure& measure) {
  const std::string text = interval_text(measure);
  return measure.reading.value ? with_unit(text, measure.key) : text;
}

std::string name_in_words(const ModelMeasure& measure) {
  const std::string name = definition_of(measure.key).name, place = place_text(measure);
  return place.empty() ? name : name + ", " + place;
}

std::string ucum_of(MeasureKey key) {
  const std::string_view unit = definition_of(key).unit;
  return unit == "class" ? "mm" : unit == "bool" || unit == "points" ? "1" : std::string(unit);
}

std::string headline_of(const Model& model) {
  const auto measured = std::ranges::count_if(
      model.measures, [](const ModelMeasure& each) { return each.reading.value.has_value(); });
  return phrase("{} of {} measures have a value.", measured, model.measures.size());
}

std::vector<Section> sections_of(const Model& model) {
  return {arch_section(model), teeth_section(model), definitions_section(model)};
}

Provenance provenance_of(const Model& model, const ModelInputs& inputs) {
  Provenance provenance{.version = INTERCUSP_VERSION, .settings = "model analysis"};
  for (std::size_t i = 0; i < model.jaws.size(); ++i)
    (model.jaws[i].jaw == Jaw::upper ? provenance.upper_sha256 : provenance.lower_sha256) =
        digests_of(inputs.jaws[i]);
  return provenance;
}

}  // namespace intercusp
