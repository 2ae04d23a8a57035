// The patient's own articulator from records of several bites, in the Motion step: the records with how well each fits, the
// hinge axis in the 3D view, the guidance of the condyles with its intervals, and a button that sets the articulator.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/results/checkbite/records.h"
#include "occlusion/motion/articulator/articulator_settings.h"
#include "viewer/app/tool.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

//! The mandible in one position, as one or two buccal scans or a pose show it.
struct PositionRecord {
  RecordKind position = RecordKind::centric;
  std::vector<std::string> files;
  bool operator==(const PositionRecord&) const = default;
};
//! The document's part. At most one record is centric.
struct PositionRecords {
  std::vector<PositionRecord> list;
  bool operator==(const PositionRecords&) const = default;
};
[[nodiscard]] PositionRecords position_records(const AppState& state);

//! "P7_open_left.stl" is open; empty where the name tells no position.
[[nodiscard]] std::optional<RecordKind> position_in_name(const std::string& file);
//! With the new file: the second scan of a record whose name differs in the side alone, else a record of the position in
//! its name, else of the first position that is missing, as a second centric one.
[[nodiscard]] PositionRecords with_file(PositionRecords records, const std::string& file);
//! Another centric record takes the position that this one had.
void set_position(std::vector<PositionRecord>& records, std::size_t index, RecordKind position);
//! As the command names them: the second open one is "open2".
[[nodiscard]] std::vector<GivenRecord> named_records(const PositionRecords& records);

//! In the background, unless one cannot be read. A step of undo, as the next.
void add_records(const AppState& state, Actions& actions, const std::vector<std::string>& files);
void change_records(const AppState& state, Actions& actions, const std::string& label,
                    const std::function<void(std::vector<PositionRecord>&)>& change);

struct RecordsKey {
  std::shared_ptr<const LoadedCase> loaded;
  std::vector<GivenRecord> given;
  bool operator==(const RecordsKey&) const = default;
};
struct RegisteredRecords {
  ReadRecords read;                         //!< of each record given
  std::shared_ptr<const Checkbite> result;  //!< null without a centric record
};
//! As `intercusp checkbite` does. Wanted while the Motion step is open.
using CheckbiteWork = Derived<RecordsKey, const RegisteredRecords>;
//! Null until they are registered.
[[nodiscard]] const RegisteredRecords* registered(const AppState& state);

//! The document with the articulator set by what the records tell, within the limits of settings; the rest stays. As
//! `articulate --checkbite`.
[[nodiscard]] Document programmed(Document document, const PatientArticulator& found);
//! \pre registered, with a result
void program_articulator(const AppState& state, Actions& actions);

//! Shows jaws and axis whole, from where one looks now.  \pre registered, with a hinge
void look_at_axis(const AppState& state, Actions& actions);
//! The axis with the ellipses of its ends.
void draw_axis(DrawListCanvas& canvas, const AppState& state, const Eigen::Affine3d& px_from_case);

//! The document's entry of a session; left out where there are no records.
void record_entries(JsonRecord& json, Document& document);

void draw_records(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
