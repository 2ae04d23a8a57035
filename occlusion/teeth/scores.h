// How likely a piece of an arch is a tooth of some number, a border or a gap: logarithms of likelihoods.
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

//! Logarithm of the sum of two numbers that are given by theirs.
[[nodiscard]] inline double log_add(double a, double b) {
  if (a < b) std::swap(a, b);
  return b <= impossible / 2 ? a : a + std::log1p(std::exp(b - a));
}

//! The teeth that an arch has: a child's first ones, with or without first permanent molars; permanent incisors and molars
//! with milk teeth between them; milk or permanent canines and premolars, each as it comes, before the second molars; all of them permanent
//! but no second molars yet; permanent ones without first premolars, their gaps closed by orthodontics; or permanent ones, where
//! a second milk molar may have stayed.
enum class ToothSet { milk, mixed, changing, young, extracted, permanent };
inline constexpr std::array<ToothSet, 6> tooth_sets = {ToothSet::milk,      ToothSet::mixed,
                                                       ToothSet::changing,  ToothSet::young,
                                                       ToothSet::extracted, ToothSet::permanent};

//! Probability that the tooth of a place is the milk tooth.
[[nodiscard]] double milk_share(Jaw jaw, int place, ToothSet set);

//! Prior of a tooth set, of all its usual teeth being there, and of the size of its teeth as a share of the table's.
[[nodiscard]] double prior_of(ToothSet set, double size);

//! What a profile says of any jaw, set and size of teeth; its columns are those of the profile.
struct ArchEvidence {
  std::vector<double> valley;  //!< 1/mm: how much deeper than those 2 to 3 mm away, which grooves make
  std::vector<double> gap;     //!< that the column is no crown: a logarithm
  std::vector<double> crown,
      table;  //!< sums over all columns before one: that they are crowns; the tables' widths, mm
  std::vector<int> crests;      //!< before the column
  std::vector<double> midline;  //!< that the midline is at the column: a logarithm, 0 at best
  //! Height of the crown at each column, mm; 0 where there is none. Empty until crowns are cut.
  std::vector<double> height_mm;
  double height_share = 1;  //!< of the published heights that permanent crowns show

  explicit ArchEvidence(const ArchProfile& profile);
  //! Width of the table between two columns, away from its ends.
  [[nodiscard]] double mean_table(int i, int j) const;
};

//! How well the columns from one to another fit the teeth of a jaw and size, of any set.
class ToothScores {
 public:
  using Kinds = std::array<double, arch_places / 2>;  // incisor to third molar
  static constexpr int shortest = 6, longest = 28;    //!< columns of one tooth

  ToothScores(const ArchEvidence& evidence, Jaw jaw, double size);

  [[nodiscard]] Jaw jaw() const { return jaw_; }
  [[nodiscard]] std::size_t spans() const { return permanent_.size(); }
  //! From column i to column j, `shortest` to `longest` later.
  [[nodiscard]] static std::size_t span(int i, int j) {
    return static_cast<std::size_t>(i * (longest - shortest + 1) + j - i - shortest);
  }
  [[nodiscard]] const Kinds& permanent(std::size_t span) const { return permanent_[span]; }
  //! Scores of kinds that have a milk tooth.
  [[nodiscard]] const Kinds& milk(std::size_t span) const { return milk_[span]; }

 private:
  Jaw jaw_;
  std::vector<Kinds> permanent_, milk_;
};

//! Columns are those of the profile, places those of fdi.h.
class ArchScores {
 public:
  using Kinds = ToothScores::Kinds;
  static constexpr int shortest = ToothScores::shortest, longest = ToothScores::longest;

  //! \param scale multiplies all scores
  ArchScores(const ArchEvidence& evidence, const ToothScores& teeth, ToothSet set, double scale = 1);

  [[nodiscard]] int columns() const { return columns_; }
  //! A tooth of this place from column i to column j.
  [[nodiscard]] double tooth(int i, int j, int place) const {
    return kinds(i, j)[static_cast<std::size_t>(kind_at(place) - 1)];
  }
  //! Probability that such a tooth is the milk tooth.
  [[nodiscard]] double milk_share_of(int i, int j, int place) const;
  //! Scores of every kind.
  [[nodiscard]] const Kinds& kinds(int i, int j) const { return kinds_[ToothScores::span(i, j)]; }
  //! A border between two teeth that touch.
  [[nodiscard]] double border(int column) const { return border_[static_cast<std::size_t>(column)]; }
  //! A tooth beside a gap.
  [[nodiscard]] double edge(int column) const { return edge_[static_cast<std::size_t>(column)]; }
  //! The gap goes on through this column.
  [[nodiscard]] double gap(int column) const { return gap_[static_cast<std::size_t>(column)]; }
  //! A gap from one column to another, `wide_gap` at most, between teeth whose numbers follow each other. One as wide stands for all
  //! wider ones, which say no more.
  [[nodiscard]] double following_gap(int from, int to) const {
    return gap_sum_[static_cast<std::size_t>(to)] - gap_sum_[static_cast<std::size_t>(from)] -
           gap_misfit_[static_cast<std::size_t>(to - from)];
  }
  static constexpr int wide_gap = 18;  //!< columns
  //! After place `from` comes `to`; -1 and `arch_places` are the arch's ends.
  [[nodiscard]] double skipped(int from, int to) const;
  //! Score of a step between teeth that touch at a column; `to` is a place.
  [[nodiscard]] double touching(int from, int to, int column) const {
    return touching_[from_to(from, to)] +
           (across_midline(from, to) ? midline_[static_cast<std::size_t>(column)] : 0);
  }
  //! Score of a step with a gap between the two or before the first tooth; the gap ends at the column.
  [[nodiscard]] double apart(int from, int to, int column) const {
    return apart_[from_to(from, to)] +
           (across_midline(from, to) ? midline_gap_[static_cast<std::size_t>(column)] : 0);
  }

 private:
  //! From the patient's one side to the other. Where a side is missing, nothing shows its midline.
  [[nodiscard]] static bool across_midline(int from, int to) {
    constexpr int half = arch_places / 2;
    return from >= 0 && from < half && to >= half;
  }
  //! Orthodontics closed the place between the two.
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
  std::vector<double> gap_sum_;  // before the column
  std::array<double, wide_gap + 1> gap_misfit_{};
  std::vector<double> midline_gap_;     // the best midline in a gap that ends at the column
  std::vector<Kinds> kinds_;            // of each span
  std::vector<Kinds> log_milk_shares_;  // of each span, in a set that has both; else empty
  Kinds usual_share_{};                 // of any span
  std::array<double, arch_places + 1> skip_sum_{};
  std::array<double, (arch_places + 1) * arch_places> touching_{}, apart_{};
};

}  // namespace intercusp
