// Log-likelihoods that a stretch of an arch is a certain tooth, a border or a gap.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "occlusion/base/jaw.h"
#include "occlusion/case/fdi.h"
#include "occlusion/teeth/arch.h"

namespace intercusp {

//! Logarithm of zero.
inline constexpr double impossible = -1e18;

//! log(exp(a) + exp(b)).
[[nodiscard]] inline double log_add(double a, double b) {
  if (a < b) std::swap(a, b);
  return b <= impossible / 2 ? a : a + std::log1p(std::exp(b - a));
}

//! Sets of teeth that an arch may have:
//! - milk: milk teeth, with or without first permanent molars
//! - mixed: permanent incisors and molars, milk teeth between them
//! - changing: milk or permanent canines and premolars, each decided by itself, before the second molars
//! - young: all permanent, before the second molars
//! - extracted: permanent without first premolars, the gaps closed by orthodontics
//! - permanent: all permanent
//! In young and permanent sets, a second milk molar may have stayed.
enum class ToothSet { milk, mixed, changing, young, extracted, permanent };
inline constexpr std::array<ToothSet, 6> tooth_sets = {ToothSet::milk,      ToothSet::mixed,
                                                       ToothSet::changing,  ToothSet::young,
                                                       ToothSet::extracted, ToothSet::permanent};

//! Probability that the tooth at a place is the milk tooth.
[[nodiscard]] double milk_share(Jaw jaw, int place, ToothSet set);

//! Log prior of a tooth set with all its usual teeth, at a size relative to the published one.
[[nodiscard]] double prior_of(ToothSet set, double size);

//! Evidence of a profile that does not depend on jaw, set or size of teeth. Its
//! columns are those of the profile.
struct ArchEvidence {
  std::vector<double> valley;  //!< 1/mm, minus most of the valleys 2 to 3 mm away, which grooves make
  std::vector<double> gap;     //!< per column: log-likelihood that it is a gap
  //! Sums over all columns before one: of log-likelihoods that a column is crown; of breadths of the biting
  //! surface, mm.
  std::vector<double> crown, table;
  std::vector<int> crests;      //!< number of crests before the column
  std::vector<double> midline;  //!< per column: log-likelihood of the midline, 0 at best
  //! Per column: height of the crown, mm; 0 where there is none. Empty until crowns are cut.
  std::vector<double> height_mm;
  double height_share = 1;  //!< share of the published heights that permanent crowns show

  explicit ArchEvidence(const ArchProfile& profile);
  //! Mean breadth of the biting surface between two columns, without the ends.
  [[nodiscard]] double mean_table(int i, int j) const;
};

//! Scores of stretches of the arch as a tooth of each kind, for one jaw and size of teeth, whatever the set.
class ToothScores {
 public:
  using Kinds = std::array<double, arch_places / 2>;  // incisor to third molar
  static constexpr int shortest = 6, longest = 28;    //!< width of a tooth in columns

  ToothScores(const ArchEvidence& evidence, Jaw jaw, double size);

  [[nodiscard]] Jaw jaw() const { return jaw_; }
  [[nodiscard]] std::size_t spans() const { return permanent_.size(); }
  //! Index of the stretch from column i to column j; j − i lies between `shortest` and `longest`.
  [[nodiscard]] static std::size_t span(int i, int j) {
    return static_cast<std::size_t>(i * (longest - shortest + 1) + j - i - shortest);
  }
  [[nodiscard]] const Kinds& permanent(std::size_t span) const { return permanent_[span]; }
  //! Scores as milk teeth; only kinds that have one are set.
  [[nodiscard]] const Kinds& milk(std::size_t span) const { return milk_[span]; }

 private:
  Jaw jaw_;
  std::vector<Kinds> permanent_, milk_;
};

//! Scores of the steps of a cut, for one set. Columns are those of the profile, places those of fdi.h.
class ArchScores {
 public:
  using Kinds = ToothScores::Kinds;
  static constexpr int shortest = ToothScores::shortest, longest = ToothScores::longest;

  //! \param scale factor on all scores
  ArchScores(const ArchEvidence& evidence, const ToothScores& teeth, ToothSet set, double scale = 1);

  [[nodiscard]] int columns() const { return columns_; }
  //! Score of a tooth at this place from column i to column j.
  [[nodiscard]] double tooth(int i, int j, int place) const {
    return kinds(i, j)[static_cast<std::size_t>(kind_at(place) - 1)];
  }
  //! Probability that this tooth is the milk tooth.
  [[nodiscard]] double milk_share_of(int i, int j, int place) const;
  //! Scores of a tooth from column i to column j, for every kind.
  [[nodiscard]] const Kinds& kinds(int i, int j) const { return kinds_[ToothScores::span(i, j)]; }
  //! Score of a border between two teeth that touch.
  [[nodiscard]] double border(int column) const { return border_[static_cast<std::size_t>(column)]; }
  //! Score of the end of a tooth beside a gap.
  [[nodiscard]] double edge(int column) const { return edge_[static_cast<std::size_t>(column)]; }
  //! Score of a gap that covers this column.
  [[nodiscard]] double gap(int column) const { return gap_[static_cast<std::size_t>(column)]; }
  //! Score of a gap of at most `wide_gap` columns between teeth with consecutive numbers. A gap of exactly
  //! `wide_gap` columns stands for all wider ones, because the penalty grows no further.
  [[nodiscard]] double following_gap(int from, int to) const {
    return gap_sum_[static_cast<std::size_t>(to)] - gap_sum_[static_cast<std::size_t>(from)] -
           gap_misfit_[static_cast<std::size_t>(to - from)];
  }
  static constexpr int wide_gap = 18;  //!< columns
  //! Score of the step from place `from` to place `to`, skipping the places between; -1 and `arch_places`
  //! stand for the ends of the arch.
  [[nodiscard]] double skipped(int from, int to) const;
  //! Score of a step between two teeth that touch at a column; `to` is a place.
  [[nodiscard]] double touching(int from, int to, int column) const {
    return touching_[from_to(from, to)] +
           (across_midline(from, to) ? midline_[static_cast<std::size_t>(column)] : 0);
  }
  //! Score of a step over a gap between two teeth, or from the start of the arch. The gap ends at the column.
  [[nodiscard]] double apart(int from, int to, int column) const {
    return apart_[from_to(from, to)] +
           (across_midline(from, to) ? midline_gap_[static_cast<std::size_t>(column)] : 0);
  }

 private:
  //! Whether the step crosses the midline. If one side has no teeth, its midline cannot be seen.
  [[nodiscard]] static bool across_midline(int from, int to) {
    constexpr int half = arch_places / 2;
    return from >= 0 && from < half && to >= half;
  }
  //! Whether orthodontics closed the space between the two places.
  [[nodiscard]] bool was_closed(int from, int to) const;
  void score_gaps();
  void score_steps();
  void score_teeth(const ToothScores& teeth);
  [[nodiscard]] static std::size_t from_to(int from, int to) {
    return static_cast<std::size_t>((from + 1) * arch_places + to);
  }

  double scale_;
  int columns_;
  ToothSet set_;
  std::vector<double> border_, edge_, gap_, midline_;
  std::vector<double> gap_sum_;  // over all columns before one
  std::array<double, wide_gap + 1> gap_misfit_{};
  std::vector<double> midline_gap_;  // best midline inside a gap that ends at the column
  std::vector<Kinds> kinds_;         // per stretch
  // Per stretch; empty unless the set has both milk and permanent teeth of one kind.
  std::vector<Kinds> log_milk_shares_;
  Kinds usual_share_{};  // probability of the milk tooth before the stretch is seen
  std::array<double, arch_places + 1> skip_sum_{};
  std::array<double, (arch_places + 1) * arch_places> touching_{}, apart_{};
};

}  // namespace intercusp
