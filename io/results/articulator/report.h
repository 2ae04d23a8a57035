// The report of `articulate`, with its figures and words: movements, guidance and settings.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/report/report.h"
#include "io/wording/figure.h"
#include "io/wording/provenance.h"
#include "io/wording/section.h"
#include "occlusion/maps/map_engine.h"
#include "occlusion/motion/articulator/articulate.h"
#include "occlusion/motion/articulator/sensitivity.h"

namespace intercusp {

[[nodiscard]] Provenance provenance_of(const ArticulatedBite& bite, const MeshReport& upper,
                                       const MeshReport& lower);

//! Keys and sentences: what a contact is, what each kind of guidance is, and so on.
//! \param sensitivity null if not requested
[[nodiscard]] std::vector<Fact> articulate_definitions(const ArticulatedBite& bite,
                                                       const Sensitivity* sensitivity);

//! A contact at a reported excursion: a row of guidance.csv.
struct GuidanceRow {
  Excursion excursion;
  const GuidanceStep* guidance;
  const GroupGap* gap;
};
[[nodiscard]] std::vector<GuidanceRow> guidance_rows(const MovementReport& movement,
                                                     const GuidanceStep& guidance);
//! Figures of the excursion, which are equal for all its contacts.
[[nodiscard]] Figures<GuidanceRow> excursion_figures();
[[nodiscard]] Figures<GuidanceRow> guided_contact_figures();

//! Figures of `sensitivity.contacts` in the JSON and of sensitivity.csv.
[[nodiscard]] Figures<ContactSensitivity> sensitivity_figures();

//! "Laterotrusion to the right by 3 mm: group function, balancing side touches".
[[nodiscard]] std::string heading_of(const MovementReport& movement, const GuidanceStep& guidance);

//! "Protrusion", "Laterotrusion to the right".
[[nodiscard]] const char* words_of(Excursion excursion);
//! "27–37": the teeth that meet first in closing about the hinge axis.
[[nodiscard]] std::string first_contact_in_words(const ArticulatedBite& bite);
//! A movement in sentences without a full stop: what guides it, where the balancing side touches, and how far
//! the posterior teeth separate. "0.5 to 2 mm: canine guidance, balancing side touches".
[[nodiscard]] std::vector<std::string> movement_in_words(const ArticulatedBite& bite,
                                                         const MovementReport& movement);

//! A sentence about the articulator and intercuspation.
[[nodiscard]] std::string headline_of(const ArticulatedBite& bite);

//! A section for each movement, then the sensitivity.
[[nodiscard]] std::vector<Section> sections_of(const ArticulatedBite& bite, const Sensitivity* sensitivity);

//! The value as people read it: lengths in mm, angles in degrees.
[[nodiscard]] double shown_value(const SettingRange& range, double value);

//! `articulate`: articulate.json, guidance.csv, sensitivity.csv if the sensitivity was computed, opening.csv,
//! and for each excursion a track and a picture of its last reported pose.
//! \param sensitivity null if not requested
//! \param timings those after import
[[nodiscard]] Report report_of(std::shared_ptr<const ArticulatedBite> bite, const Sensitivity* sensitivity,
                               const Inputs& inputs, const std::vector<StageTime>& timings);

}  // namespace intercusp
