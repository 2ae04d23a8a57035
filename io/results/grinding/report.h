// The report of `grind`, with its figures, words and picture: the patches that a proposal would grind, and the bite before and
// after. It is a calculation, and every part says so.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/picture/picture.h"
#include "io/report/report.h"
#include "io/wording/figure.h"
#include "io/wording/provenance.h"
#include "occlusion/motion/grinding/grinding.h"

namespace intercusp {

//! \param proposal must outlive them
[[nodiscard]] Figures<GrindPatch> grind_patch_figures(const GrindProposal& proposal);
//! Of the bite before and after.
[[nodiscard]] Figures<GrindFigures> grind_figures();

//! What is proposed, or why nothing is.
[[nodiscard]] std::string headline_of(const GrindProposal& proposal);
//! That this is no instruction.
[[nodiscard]] std::string grind_warning();
//! "Contact balanced left and right".
[[nodiscard]] std::string in_words(GrindGoal goal);

//! A table with a row for each figure: its name, before, after.  \pre it was measured
[[nodiscard]] Table before_and_after(const GrindProposal& proposal);

//! The jaw before and after, side by side, with the outlines of the patches.  \pre patches are proposed
[[nodiscard]] Picture grind_picture(const GrindProposal& proposal, const Provenance& provenance);

//! Names of all files, with stars.
[[nodiscard]] std::vector<std::string> grind_file_names();
//! `grind`: grind.json and report.html; where patches are proposed also patches.csv, grinding.png and
//! calculation_<jaw>_ground.ply, the scanned surface with the patches ground, in the frame of its file.
[[nodiscard]] Report report_of(std::shared_ptr<const GrindProposal> proposal, const Inputs& inputs);

}  // namespace intercusp
