#include "occlusion/teeth/scores.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "occlusion/teeth/tuning.h"

namespace intercusp {
namespace {

//! Probability that a tooth is missing. Third molars are often missing, and second molars where the
//! scan ends early. Children hardly ever have second and third molars. Orthodontic patients are
//! mostly too young for third molars.
double missing_share(int place, ToothSet set) {
  const bool child = set == ToothSet::milk || set == ToothSet::mixed || set == ToothSet::changing;
  const bool young = set == ToothSet::young;
  const bool extracted = set == ToothSet::extracted;
  switch (kind_at(place)) {
    case 8:
      return child || young ? 0.999 : extracted ? 0.97 : 0.85;
    case 7:
      return child ? 0.97 : young ? 0.95 : 0.12;
    case 6:
      return set == ToothSet::milk ? 0.7 : 0.04;
    case 4:
      return extracted ? 0.95 : 0.06;
    case 3:
      return 0.015;
    default:
      return 0.025;
  }
}

constexpr int widths = ToothScores::longest - ToothScores::shortest + 1;

//! How well the width of a tooth and the breadth of its biting surface fit the published size.
class Fit {
 public:
  Fit(const ToothSize& t, double size) : table_mm_(size * t.table_mm) {
    const double width_mm = size * t.mesiodistal_mm;
    const double deviation_mm =
        std::sqrt(tuning.numbers.width_error_mm2 + tuning.numbers.width_variance * width_mm * width_mm);
    const double log_deviation = std::log(deviation_mm);
    for (std::size_t i = 0; i < widths; ++i) {
      const double width = ArchProfile::step_mm * (ToothScores::shortest + static_cast<int>(i));
      const double r = (width - width_mm) / deviation_mm;
      of_width_[i] = -0.5 * r * r - log_deviation;
    }
  }
  //! \param columns width of the tooth
  [[nodiscard]] double operator()(int columns, double table) const {
    const double q = (table - table_mm_) / tuning.numbers.table_deviation_mm;
    return of_width_[static_cast<std::size_t>(columns - ToothScores::shortest)] -
           0.5 * std::min(q * q, tuning.numbers.most_table_misfit);
  }

 private:
  double table_mm_;
  std::array<double, widths> of_width_;
};

//! Log-likelihood of a crown's height, given the published one.
//! \param share of teeth that are still erupting and may show any part of their height
double height_fit(double height_mm, double expected_mm, int kind, double share) {
  const double deviation =
      kind <= 3 ? tuning.numbers.front_height_deviation : tuning.numbers.back_height_deviation;
  const double r = (height_mm / expected_mm - 1) / deviation;
  const double whole = std::exp(0.5 * (1 - std::min(r * r, 9.0))) / (deviation * expected_mm);
  const double erupting =
      height_mm < expected_mm ? std::sqrt(2 * std::numbers::pi * std::numbers::e) / expected_mm : 0;
  return std::log(tuning.numbers.usual_height_mm / 8 * ((1 - share) * whole + share * erupting));
}

//! Penalty for an unusual number of crests. Front teeth have one, premolars at least one, molars more.
double crest_misfit(int crests, int kind) {
  if (crests == 0) return tuning.numbers.crest_cost;
  if (kind <= 3) return tuning.numbers.crest_cost * (crests - 1);
  return kind >= 6 && crests == 1 ? tuning.numbers.lone_cusp_cost : 0;
}

//! Log odds that a column is a crown rather than a gap. Crowns are high, curved and convex.
double crown_odds(const ArchProfile::Column& c) {
  if (c.empty) return -2;
  const double drop = c.envelope_mm - c.top_mm;
  return 0.5 * (std::clamp(tuning.numbers.crown_drop_mm - drop, -3.0, 2.0) +
                std::clamp(tuning.numbers.relief_odds * (c.relief - tuning.numbers.crown_relief), -3.0, 2.0) +
                std::clamp(tuning.numbers.convexity_odds * (c.convexity - tuning.numbers.crown_convexity),
                           -2.0, 1.5));
}

//! Depth of a valley beyond most of the mean depth of those 2 to 3 mm away, which grooves make.
double valley_over_grooves(const ArchProfile& p, std::size_t column) {
  double around = 0, count = 0;
  for (const int d : {-6, -5, -4, 4, 5, 6}) {
    const auto at = static_cast<std::ptrdiff_t>(column) + d;
    if (at < 0 || at >= static_cast<std::ptrdiff_t>(p.columns.size())) continue;
    around += std::max(-0.1, p.columns[static_cast<std::size_t>(at)].valley);
    ++count;
  }
  return std::clamp(p.columns[column].valley - tuning.numbers.groove_share * around / count, -0.2, 0.6);
}

//! Log-likelihood of the midline between the central incisors at each column, given
//! the axis of symmetry; 0 at best.
std::vector<double> midline_scores(const ArchProfile& p) {
  std::vector<double> scores(p.columns.size(), 0);
  if (!p.axis_mm) return scores;
  const double peak = (1 - tuning.numbers.stray_share) /
                      (tuning.numbers.midline_deviation_mm * std::sqrt(2 * std::numbers::pi));
  const double stray = tuning.numbers.stray_share / tuning.numbers.stray_range_mm / peak;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double r =
        (static_cast<double>(i) * ArchProfile::step_mm - *p.axis_mm) / tuning.numbers.midline_deviation_mm;
    scores[i] = std::log((std::exp(-0.5 * r * r) + stray) / (1 + stray));
  }
  return scores;
}

}  // namespace

// The shares of the changing set hold at ten to eleven and a half years. Upper first premolars erupt at 10 to
// 11 years, second premolars at 10 to 12 and canines at 11 to 12; lower canines at 9 to 10, first premolars
// at 10 to 12 and second premolars at 11 to 12 (Logan & Kronfeld 1933, table 2-1 in Ash & Nelson).
double milk_share(Jaw jaw, int place, ToothSet set) {
  if (!has_milk_tooth(place)) return 0;
  const int kind = kind_at(place);
  if (set == ToothSet::milk) return 1;
  if (set == ToothSet::mixed) return kind >= 3 ? 1 : 0;
  if (set == ToothSet::young)
    return jaw == Jaw::lower && kind == 5 ? tuning.numbers.stayed_before_second_molars : 0;
  if (set == ToothSet::permanent)
    return jaw == Jaw::lower && kind == 5 ? tuning.numbers.stayed_beside_them : 0;
  if (set != ToothSet::changing || kind < 3) return 0;
  if (kind == 3) return jaw == Jaw::upper ? 0.6 : 0.4;
  if (kind == 4) return jaw == Jaw::upper ? 0.4 : 0.5;
  return 0.6;
}

double prior_of(ToothSet set, double size) {
  const double r = (size - 1) / tuning.numbers.size_deviation;
  double prior = -0.5 * r * r;
  for (int place = 0; place < arch_places; ++place) prior += std::log(1 - missing_share(place, set));
  switch (set) {
    case ToothSet::permanent:
      return prior;
    case ToothSet::extracted:
      return prior - tuning.numbers.extraction_cost;
    case ToothSet::young:
      return prior - tuning.numbers.young_cost;
    case ToothSet::changing:
      return prior - tuning.numbers.changing_cost;
    default:
      return prior - tuning.numbers.child_cost;
  }
}

ArchEvidence::ArchEvidence(const ArchProfile& p)
    : crown(p.columns.size() + 1, 0),
      table(p.columns.size() + 1, 0),
      crests(p.columns.size() + 1, 0),
      midline(midline_scores(p)) {
  for (const double at : p.crests_mm) {
    const auto c = static_cast<std::size_t>(std::max(0L, std::lround(at / ArchProfile::step_mm)));
    if (c < p.columns.size()) ++crests[c + 1];
  }
  for (std::size_t i = 0; i < p.columns.size(); ++i) {
    const double odds = crown_odds(p.columns[i]);
    valley.push_back(valley_over_grooves(p, i));
    gap.push_back(-0.5 * std::log1p(std::exp(odds)) - tuning.numbers.gum_crest_cost * crests[i + 1]);
    crown[i + 1] = crown[i] - 0.5 * std::log1p(std::exp(-odds));
    table[i + 1] = table[i] + p.columns[i].table_mm;
    crests[i + 1] += crests[i];
  }
}

double ArchEvidence::mean_table(int i, int j) const {
  const int inset = std::max(1, (j - i) / 4);
  const int a = i + inset, b = std::max(a + 1, j - inset);
  return (table[static_cast<std::size_t>(b)] - table[static_cast<std::size_t>(a)]) / (b - a);
}

ToothScores::ToothScores(const ArchEvidence& evidence, Jaw jaw, double size)
    : jaw_(jaw), permanent_(evidence.valley.size() * widths), milk_(permanent_.size()) {
  std::vector<Fit> permanent, milk;
  for (int place = arch_places / 2; place < arch_places; ++place) {
    permanent.emplace_back(tooth_size(jaw, place), size);
    if (has_milk_tooth(place)) milk.emplace_back(tooth_size(jaw, place, true), size);
  }
  const int columns = static_cast<int>(evidence.valley.size());
  for (int i = 0; i < columns; ++i) {
    for (int j = i + shortest; j <= std::min(columns - 1, i + longest); ++j) {
      const auto first = static_cast<std::size_t>(i), last = static_cast<std::size_t>(j);
      const double table = evidence.mean_table(i, j), crown = evidence.crown[last] - evidence.crown[first];
      const int crests = evidence.crests[last] - evidence.crests[first];
      const double height_mm =
          evidence.height_mm.empty() ? 0 : evidence.height_mm[static_cast<std::size_t>((i + j) / 2)];
      for (std::size_t k = 0; k < permanent.size(); ++k) {
        const double shown = crown - crest_misfit(crests, static_cast<int>(k) + 1);
        permanent_[span(i, j)][k] = permanent[k](j - i, table) + shown;
        if (k < milk.size()) milk_[span(i, j)][k] = milk[k](j - i, table) + shown;
        if (height_mm == 0) continue;
        const int place = arch_places / 2 + static_cast<int>(k);
        permanent_[span(i, j)][k] +=
            height_fit(height_mm, evidence.height_share * crown_height_mm(jaw, place),
                       static_cast<int>(k) + 1, tuning.numbers.erupting_share);
        if (k < milk.size())
          milk_[span(i, j)][k] +=
              height_fit(height_mm, crown_height_mm(jaw, place, true), static_cast<int>(k) + 1, 0);
      }
    }
  }
}

ArchScores::ArchScores(const ArchEvidence& evidence, const ToothScores& teeth, ToothSet set, double scale)
    : scale_(scale), columns_(static_cast<int>(evidence.valley.size())), set_(set) {
  for (const double valley : evidence.valley) {
    border_.push_back(scale * tuning.numbers.valley_weight * (valley - tuning.numbers.usual_valley));
    edge_.push_back(tuning.numbers.edge_share * border_.back() - scale * tuning.numbers.gap_cost / 2);
  }
  for (const double gap : evidence.gap) gap_.push_back(scale * gap);
  score_gaps();
  constexpr std::size_t gap_columns = 20;  // width of a missing upper central incisor and the rest of its gap
  for (std::size_t i = 0; i < evidence.midline.size(); ++i) {
    const auto at = evidence.midline.begin() + static_cast<std::ptrdiff_t>(i);
    midline_.push_back(scale * *at);
    midline_gap_.push_back(
        scale * *std::max_element(at - static_cast<std::ptrdiff_t>(std::min(i, gap_columns)), at + 1));
  }
  for (int k = 0; k < arch_places; ++k) {
    const double p = missing_share(k, set);
    skip_sum_[static_cast<std::size_t>(k) + 1] =
        skip_sum_[static_cast<std::size_t>(k)] + scale * std::log(p / (1 - p));
  }
  score_steps();
  score_teeth(teeth);
}

void ArchScores::score_gaps() {
  gap_sum_.push_back(0);
  for (const double gap : gap_) gap_sum_.push_back(gap_sum_.back() + gap);
  for (int width = 0; width <= wide_gap; ++width) {
    const double beyond = std::max(
        0.0, (width * ArchProfile::step_mm - tuning.numbers.close_mm) / tuning.numbers.gap_deviation_mm);
    gap_misfit_[static_cast<std::size_t>(width)] =
        scale_ * std::min(0.5 * beyond * beyond, tuning.numbers.most_gap_misfit);
  }
}

void ArchScores::score_steps() {
  for (int from = -1; from < arch_places; ++from) {
    for (int to = from + 1; to < arch_places; ++to) {
      const bool closed = was_closed(from, to), next = to == from + 1;
      touching_[from_to(from, to)] =
          skipped(from, to) - (!next && !closed ? scale_ * tuning.numbers.closed_gap_cost : 0);
      apart_[from_to(from, to)] =
          skipped(from, to) - (from >= 0 && (next || closed) ? scale_ * tuning.numbers.spaced_cost : 0);
    }
  }
}

void ArchScores::score_teeth(const ToothScores& teeth) {
  kinds_.resize(teeth.spans());
  for (std::size_t k = 0; k < usual_share_.size(); ++k)
    usual_share_[k] = milk_share(teeth.jaw(), arch_places / 2 + static_cast<int>(k), set_);
  const bool both = std::any_of(usual_share_.begin(), usual_share_.end(),
                                [](double share) { return share > 0 && share < 1; });
  if (both) log_milk_shares_.resize(kinds_.size());
  const bool may_have_stayed =
      teeth.jaw() == Jaw::upper && (set_ == ToothSet::permanent || set_ == ToothSet::young);
  for (std::size_t span = 0; span < kinds_.size(); ++span) {
    Kinds fits = teeth.permanent(span);
    const Kinds& milk = teeth.milk(span);
    for (std::size_t k = 0; k < fits.size(); ++k) {
      const double share = usual_share_[k];
      if (share == 1) fits[k] = milk[k];
      if (share == 0 || share == 1) continue;
      const double as_milk = std::log(share) + milk[k], as_permanent = std::log(1 - share) + fits[k];
      fits[k] = log_add(as_milk, as_permanent);
      log_milk_shares_[span][k] = as_milk - fits[k];
    }
    if (may_have_stayed) fits[4] = std::max(fits[4], milk[4] - tuning.numbers.upper_milk_molar_cost);
    for (std::size_t k = 0; k < fits.size(); ++k) kinds_[span][k] = scale_ * fits[k];
  }
}

double ArchScores::milk_share_of(int i, int j, int place) const {
  const auto k = static_cast<std::size_t>(kind_at(place) - 1);
  const bool either = usual_share_[k] > 0 && usual_share_[k] < 1;
  return either ? std::exp(log_milk_shares_[ToothScores::span(i, j)][k]) : usual_share_[k];
}

double ArchScores::skipped(int from, int to) const {
  const auto sum = [&](int place) { return skip_sum_[static_cast<std::size_t>(place)]; };
  constexpr int midline = arch_places / 2;
  double score = sum(to) - sum(from + 1);
  if (from == -1 && to >= midline)
    score = std::max(score, sum(to) - sum(midline) - scale_ * tuning.numbers.side_missing_cost);
  if (to == arch_places && from < midline)
    score = std::max(score, sum(midline) - sum(from + 1) - scale_ * tuning.numbers.side_missing_cost);
  return score;
}

bool ArchScores::was_closed(int from, int to) const {
  return set_ == ToothSet::extracted && to == from + 2 && kind_at(from + 1) == 4;
}

}  // namespace intercusp
