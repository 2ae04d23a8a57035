#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"
#include "viewer/tools/checkbite/tool.h"

namespace intercusp::viewer {
namespace {

//! Kept between frames.
struct RecordsWidgets {
  std::string path;       //!< typed
  std::size_t shown = 0;  //!< records in the last frame
};

constexpr auto position_words = enum_table<RecordKind, Wording>({{RecordKind::centric, Text("centric")},
                                                                 {RecordKind::open, Text("open")},
                                                                 {RecordKind::protrusion, Text("protrusion")},
                                                                 {RecordKind::left, Text("to the left")},
                                                                 {RecordKind::right, Text("to the right")}});

//! Those about a record; without its name, those about none.
void show_findings(const std::vector<Finding>& findings, const std::string& record) {
  for (const Finding& finding : findings)
    if ((finding.values.contains("record") ? finding.text("record") : "") == record)
      wrapped(sentence_of(finding) + ".");
}

std::string residual_words(const BiteRecord& record) {
  if (record.residual_mm) return phrase("residual {} mm", rounded(*record.residual_mm, 3));
  return record.pose ? Text("pose") : Text("not placed");
}

//! The position with its number among those of its kind, and what else the record may be.
void choose_position(const AppState& state, Actions& actions, std::size_t index, const std::string& name) {
  const std::vector<PositionRecord> records = position_records(state).list;
  const RecordKind chosen = records[index].position;
  const std::string number = name.substr(std::string(name_of(chosen)).size());
  ImGui::SetNextItemWidth(em(8));
  if (!ImGui::BeginCombo("##position",
                         fmt::format("{} {}", std::string(position_words[chosen]), number).c_str()))
    return;
  for (const auto& [position, words] : position_words.entries)
    if (ImGui::Selectable(words, position == chosen) && position != chosen)
      change_records(state, actions, Text("position of a record"),
                     [index, to = position](auto& list) { set_position(list, index, to); });
  ImGui::EndCombo();
}

void show_record(const AppState& state, Actions& actions, std::size_t index, const GivenRecord& given) {
  const RegisteredRecords* const records = registered(state);
  const bool removed = ImGui::SmallButton("\xc3\x97");
  explain(Text("Remove this record."));
  ImGui::SameLine();
  choose_position(state, actions, index, given.name);
  if (records != nullptr) {
    ImGui::SameLine();
    wrapped(residual_words(records->read.records[index]));
  }
  std::vector<std::string> names;
  for (const std::string& file : given.files)
    names.push_back(std::filesystem::path(file).filename().string());
  muted(elided(fmt::format("{}", fmt::join(names, ", ")), ImGui::GetContentRegionAvail().x));
  explain(fmt::format("{}", fmt::join(given.files, "\n")));
  if (records != nullptr)
    show_findings(records->result ? records->result->found.findings : records->read.records[index].findings,
                  given.name);
  if (removed)
    change_records(state, actions, Text("remove a record of the bite"),
                   [index](auto& list) { list.erase(list.begin() + static_cast<std::ptrdiff_t>(index)); });
}

//! Facts, and rows with the headings of their columns. German names are too long for a column of their own.
void show_section(const Section& section) {
  for (const Fact& fact : section.facts) {
    muted(fact.name);
    wrapped(fact.text);
  }
  for (const std::vector<std::string>& row : section.table.rows) {
    muted(row[0]);
    for (std::size_t i = 1; i < row.size(); ++i)
      wrapped(fmt::format("{}: {}", section.table.columns[i].heading, row[i]));
  }
}

//! Notes are in the tooltip of the headline.
void show_numbers(const Checkbite& result) {
  std::vector<Section> sections = sections_of(result);
  sections.pop_back();  // the records, which are listed above
  wrapped(headline_of(result));
  std::vector<std::string> notes;
  for (const Section& section : sections) std::ranges::copy(section.notes, std::back_inserter(notes));
  explain(fmt::format("{}", fmt::join(notes, "\n")));
  show_findings(result.found.findings, "");
  for (const Section& section : sections) show_section(section);
}

void show_result(const AppState& state, Actions& actions, const Checkbite& result) {
  show_numbers(result);
  ImGui::BeginDisabled(same_document(programmed(state.document, result.found), state.document));
  if (wide_button(Text("Set the articulator by the records"),
                  Text("Hinge axis, condylar inclination, Bennett angle and side shift as measured. What "
                       "the records do not tell stays as it is.")))
    program_articulator(state, actions);
  ImGui::EndDisabled();
  if (result.determined() && wide_button(Text("Look at the hinge axis"))) look_at_axis(state, actions);
}

void show_registered(const AppState& state, Actions& actions) {
  const RegisteredRecords* const records = registered(state);
  if (records == nullptr && state.work) return muted(Text("Computing in the background\u2026"));
  if (records == nullptr) {  // it was stopped or failed
    if (!wide_button(Text("Register the records"))) return;
    actions.state().parts.of<CheckbiteWork>().try_again();
    return actions.work.want_values();
  }
  if (!records->result) return wrapped(Text("Add a centric record, with which all others are compared."));
  show_result(state, actions, *records->result);
}

}  // namespace

void draw_records(const AppState& state, Actions& actions, WidgetState& widgets) {
  RecordsWidgets& kept = widgets.parts.of<RecordsWidgets>();
  const std::size_t count = position_records(state).list.size();
  if (count > std::exchange(kept.shown, count)) ImGui::SetNextItemOpen(true);
  if (!ImGui::CollapsingHeader(Text("Program the articulator"))) return;
  if (count == 0)
    muted(
        Text("Scans of several bites, taken from the cheek, tell where the patient's hinge axis lies and how "
             "the condyles are guided. Names that say centric, open, protrusion, left or right are "
             "understood."));
  const std::vector<GivenRecord> given = named_records(position_records(state));
  for (std::size_t i = 0; i < given.size() && position_records(state).list.size() == count; ++i) {
    ImGui::PushID(static_cast<int>(i));
    show_record(state, actions, i, given[i]);
    ImGui::PopID();
  }
  constexpr PathField field = {
      "##record", Text("Buccal scan or pose"), Text("Add a record\u2026"),
      Text("A scan of the teeth in one position of the mandible, taken from the cheek, or its pose. It can "
           "also be dropped on the window.")};
  add_by_path(widgets, field, kept.path, [&state, &actions](const std::vector<std::string>& paths) {
    add_records(state, actions, paths);
  });
  if (count > 0) show_registered(state, actions);
}

}  // namespace intercusp::viewer
