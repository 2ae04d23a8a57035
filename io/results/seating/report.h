// The report of `settle`, with its figures and words: the seated bite, the motion to it, and the evidence for
// it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/report/report.h"
#include "io/wording/figure.h"
#include "io/wording/section.h"
#include "occlusion/motion/seating/settle.h"

namespace intercusp {

//! Figures of the bite before and after.
[[nodiscard]] Figures<BiteFigures> seated_figures();
[[nodiscard]] Figures<Support> support_figures();
//! Figures of other places where the bite would fit.
[[nodiscard]] Figures<SettleRival> rival_figures();

//! What the numbers mean.
[[nodiscard]] std::string settle_definition();

//! Whether the jaws settled and, if not, why.
[[nodiscard]] std::string headline_of(const Settlement& settlement);

//! Where the jaws settled: the residual depth and how far the lower moved.
//! \pre they settled
[[nodiscard]] std::string settled_in_words(const Settlement& settlement);

//! The motion, the bite before and after, and the checks.
[[nodiscard]] std::vector<Section> sections_of(const Settlement& settlement);

//! `settle`: settle.json and, if the jaws settled, pose.json.
[[nodiscard]] Report report_of(std::shared_ptr<const Settlement> settlement, const Inputs& inputs);

}  // namespace intercusp
