#include "occlusion/teeth/numbering.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "occlusion/base/nth_smallest.h"

namespace intercusp {
namespace {

constexpr double step = ArchProfile::step_mm;
constexpr double none = impossible;
//! Divides log-likelihoods for probabilities: neighbouring columns say the same, so their sum is too certain.
constexpr double cool = 1.5;
constexpr double size_step = 0.04;
constexpr int most_size_steps = 4;
constexpr int shortest = ArchScores::shortest, longest = ArchScores::longest;

using Places = std::array<double, arch_places>;
using Gaps = std::array<double, arch_places + 1>;

//! Per column and place: ended[i][k], tooth k ends at i; gapped[i][k + 1], in a gap at i, k the last tooth before.
struct Pass {
  std::vector<Places> ended, entered;
  std::vector<Gaps> gapped;
  double total = none;
};

Places nowhere() {
  Places low;
  low.fill(none);
  return low;
}

Pass empty_pass(int columns) {
  const auto count = static_cast<std::size_t>(columns);
  Gaps low_gap;
  low_gap.fill(none);
  return {.ended = std::vector<Places>(count, nowhere()),
          .entered = std::vector<Places>(count, nowhere()),
          .gapped = std::vector<Gaps>(count, low_gap)};
}

template <bool best>
double join(double a, double b) {
  if constexpr (best) return std::max(a, b);
  return log_add(a, b);
}

//! For each place, the best or all ways in which a tooth of it ends at a column.
template <bool best>
Places ends_at(const ArchScores& m, const Pass& pass, int column) {
  Places sums = nowhere();
  for (int j = std::max(0, column - longest); j <= column - shortest; ++j) {
    const Places& entered = pass.entered[static_cast<std::size_t>(j)];
    const ArchScores::Kinds& kinds = m.kinds(j, column);
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      const std::size_t left = kinds.size() - 1 - k, right = kinds.size() + k;
      sums[left] = join<best>(sums[left], entered[left] + kinds[k]);
      sums[right] = join<best>(sums[right], entered[right] + kinds[k]);
    }
  }
  return sums;
}

//! For each place, the best or all ways to come to a tooth of it that begins at a column.
template <bool best>
Places begins_at(const ArchScores& m, const Places& ended, const Gaps& gapped, int column) {
  Places sums = nowhere();
  const double edge = m.edge(column), border = m.border(column);
  for (int before = -1; before < arch_places; ++before) {
    const double after_gap = gapped[static_cast<std::size_t>(before + 1)] + edge;
    const double after_tooth = before < 0 ? none : ended[static_cast<std::size_t>(before)] + border;
    for (int k = before + 1; k < arch_places; ++k) {
      double& sum = sums[static_cast<std::size_t>(k)];
      sum = join<best>(sum, after_gap + m.apart(before, k, column));
      if (before >= 0) sum = join<best>(sum, after_tooth + m.touching(before, k, column));
    }
  }
  return sums;
}

template <bool best>
Pass forward(const ArchScores& m) {
  Pass pass = empty_pass(m.columns());
  for (int i = 0; i < m.columns(); ++i) {
    const auto c = static_cast<std::size_t>(i);
    pass.ended[c] = ends_at<best>(m, pass, i);
    for (int k = -1; k < arch_places; ++k) {
      const auto g = static_cast<std::size_t>(k + 1);
      double value = i == 0 ? (k == -1 ? 0.0 : none) : pass.gapped[c - 1][g] + m.gap(i - 1);
      if (k >= 0) value = join<best>(value, pass.ended[c][static_cast<std::size_t>(k)] + m.edge(i));
      pass.gapped[c][g] = value;
    }
    pass.entered[c] = begins_at<best>(m, pass.ended[c], pass.gapped[c], i);
  }
  for (int k = -1; k < arch_places; ++k)
    pass.total = join<best>(pass.total,
                            pass.gapped.back()[static_cast<std::size_t>(k + 1)] + m.skipped(k, arch_places));
  return pass;
}

struct Span {
  int place, first, last;
};

//! The last place of the best cut; -1 where it has no tooth.
int best_end(const ArchScores& m, const Pass& pass) {
  int k = -1;
  double best = none;
  for (int last = -1; last < arch_places; ++last) {
    const double v = pass.gapped.back()[static_cast<std::size_t>(last + 1)] + m.skipped(last, arch_places);
    if (v > best) {
      best = v;
      k = last;
    }
  }
  return k;
}

//! Where a tooth of this place that ends at a column begins.
int best_start(const ArchScores& m, const Pass& pass, int end, int place) {
  int start = end - shortest;
  double top = none;
  for (int j = std::max(0, end - longest); j <= end - shortest; ++j) {
    const double v =
        pass.entered[static_cast<std::size_t>(j)][static_cast<std::size_t>(place)] + m.tooth(j, end, place);
    if (v > top) {
      top = v;
      start = j;
    }
  }
  return start;
}

struct Before {
  int place;    //!< -1: the arch begins
  bool in_gap;  //!< rather than touching the next
};

//! What stands before a tooth of this place that begins at a column.
Before best_before(const ArchScores& m, const Pass& pass, int start, int place) {
  const auto c = static_cast<std::size_t>(start);
  Before best{-1, true};
  double value = none;
  for (int before = -1; before < place; ++before) {
    if (const double v = pass.gapped[c][static_cast<std::size_t>(before + 1)] + m.edge(start) +
                         m.apart(before, place, start);
        v > value) {
      value = v;
      best = {before, true};
    }
    if (before < 0) continue;
    if (const double v = pass.ended[c][static_cast<std::size_t>(before)] + m.border(start) +
                         m.touching(before, place, start);
        v > value) {
      value = v;
      best = {before, false};
    }
  }
  return best;
}

//! The best cut, read back from the best scores.
std::vector<Span> trace(const ArchScores& m, const Pass& pass) {
  std::vector<Span> spans;
  int i = m.columns() - 1;
  int k = best_end(m, pass);
  bool in_gap = true;
  while (true) {
    if (in_gap) {
      if (k < 0) break;
      const auto c = static_cast<std::size_t>(i);
      const double came = pass.ended[c][static_cast<std::size_t>(k)] + m.edge(i);
      const double stayed =
          i == 0 ? none : pass.gapped[c - 1][static_cast<std::size_t>(k + 1)] + m.gap(i - 1);
      if (came >= stayed) {
        in_gap = false;
      } else {
        --i;
      }
      continue;
    }
    const int start = best_start(m, pass, i, k);
    spans.push_back({k, start, i});
    const Before before = best_before(m, pass, start, k);
    i = start;
    k = before.place;
    in_gap = before.in_gap;
  }
  std::reverse(spans.begin(), spans.end());
  return spans;
}

//! What follows: after a tooth has ended, after one has been entered, and in a gap.
Pass backward(const ArchScores& m) {
  Pass pass = empty_pass(m.columns());
  for (int i = m.columns() - 1; i >= 0; --i) {
    const auto c = static_cast<std::size_t>(i);
    for (int k = 0; k < arch_places; ++k) {
      double sum = none;
      for (int j = i + shortest; j <= std::min(m.columns() - 1, i + longest); ++j) {
        const double rest = pass.ended[static_cast<std::size_t>(j)][static_cast<std::size_t>(k)];
        if (rest > none / 2) sum = log_add(sum, rest + m.tooth(i, j, k));
      }
      pass.entered[c][static_cast<std::size_t>(k)] = sum;
    }
    for (int k = -1; k < arch_places; ++k) {
      const auto g = static_cast<std::size_t>(k + 1);
      double value = i == m.columns() - 1 ? m.skipped(k, arch_places) : pass.gapped[c + 1][g] + m.gap(i);
      for (int next = k + 1; next < arch_places; ++next)
        value =
            log_add(value, pass.entered[c][static_cast<std::size_t>(next)] + m.edge(i) + m.apart(k, next, i));
      pass.gapped[c][g] = value;
    }
    for (int k = 0; k < arch_places; ++k) {
      double value = pass.gapped[c][static_cast<std::size_t>(k + 1)] + m.edge(i);
      for (int next = k + 1; next < arch_places; ++next)
        value = log_add(
            value, pass.entered[c][static_cast<std::size_t>(next)] + m.border(i) + m.touching(k, next, i));
      pass.ended[c][static_cast<std::size_t>(k)] = value;
    }
  }
  return pass;
}

//! Logarithm of the weight of all ways to cut the arch in which such a tooth covers a column.
double covered(const ArchScores& m, const Pass& before, const Pass& after, const ArchTooth& tooth,
               int column) {
  const int place = tooth.place;
  const auto k = static_cast<std::size_t>(place);
  double sum = none;
  for (int i = std::max(0, column - longest); i < column; ++i) {
    for (int j = std::max(column + 1, i + shortest); j <= std::min(m.columns() - 1, i + longest); ++j) {
      const double before_it = before.entered[static_cast<std::size_t>(i)][k],
                   after_it = after.ended[static_cast<std::size_t>(j)][k];
      if (before_it <= none / 2 || after_it <= none / 2) continue;
      const double milk = m.milk_share_of(i, j, place), share = tooth.milk ? milk : 1 - milk;
      if (share > 0) sum = log_add(sum, before_it + m.tooth(i, j, place) + after_it + std::log(share));
    }
  }
  return sum;
}

std::vector<ArchTooth> teeth_of(const std::vector<Span>& spans, const ArchScores& model,
                                const ArchProfile& profile) {
  std::vector<ArchTooth> teeth;
  for (const Span& span : spans) {
    const auto &a = profile.columns[static_cast<std::size_t>(span.first)],
               &b = profile.columns[static_cast<std::size_t>(span.last)];
    double middle = 0, columns = 0;
    const int inset = (span.last - span.first) / 4;
    for (int c = span.first + inset; c <= span.last - inset; ++c) {
      middle += profile.columns[static_cast<std::size_t>(c)].middle_mm;
      ++columns;
    }
    teeth.push_back({.place = span.place,
                     .milk = model.milk_share_of(span.first, span.last, span.place) > 0.5,
                     .first_mm = step * span.first,
                     .last_mm = step * span.last,
                     .first_slant = a.slant,
                     .last_slant = b.slant,
                     .middle_mm = middle / columns,
                     .probability = 1});
  }
  return teeth;
}

struct BestOfSizes {
  double size = 1, log_evidence = none;  //!< of all sizes
  double best = none;                    //!< of the teeth
  std::vector<ArchTooth> teeth;
};

//! What gaps say against a reading: teeth whose numbers follow each other stand a few millimetres apart at most, which the
//! program over columns cannot tell, since it does not know how long a gap has lasted.
double gap_misfit(const std::vector<ArchTooth>& teeth) {
  constexpr double widest_mm = 4, deviation_mm = 2, most = 6;
  double sum = 0;
  for (std::size_t t = 1; t < teeth.size(); ++t) {
    const double beyond = (teeth[t].first_mm - teeth[t - 1].last_mm - widest_mm) / deviation_mm;
    if (teeth[t].place == teeth[t - 1].place + 1 && beyond > 0) sum += std::min(0.5 * beyond * beyond, most);
  }
  return sum;
}

void add_size(BestOfSizes& reading, const ArchScores& model, const ArchProfile& profile, ToothSet set,
              double size) {
  const Pass pass = forward<true>(model);
  std::vector<ArchTooth> teeth = teeth_of(trace(model, pass), model, profile);
  const double value = pass.total + prior_of(set, size) - gap_misfit(teeth);
  reading.log_evidence = log_add(reading.log_evidence, value);
  if (value <= reading.best) return;
  reading.best = value;
  reading.size = size;
  reading.teeth = std::move(teeth);
}

struct SetProbabilities {
  std::vector<double> of_tooth;  //!< if the arch has teeth of this set
  double support = 0;            //!< of the set by the heights of crowns: a logarithm
};

//! \param without_heights null: heights support no set
SetProbabilities probabilities_in(const SetReading& set, std::span<const ArchTooth> teeth, Jaw jaw,
                                  const ArchEvidence& evidence, const ArchEvidence* without_heights) {
  SetProbabilities result{.of_tooth = std::vector<double>(teeth.size(), none)};
  double total = none, plain = none;
  for (int s = -2; s <= 2; ++s) {
    const double size = set.size + size_step * s;
    const ArchScores model(evidence, ToothScores(evidence, jaw, size), set.set, 1 / cool);
    const Pass before = forward<false>(model), after = backward(model);
    const double prior = prior_of(set.set, size) / cool;
    total = log_add(total, before.total + prior);
    if (without_heights) {
      const ToothScores plain_teeth(*without_heights, jaw, size);
      const ArchScores plain_model(*without_heights, plain_teeth, set.set, 1 / cool);
      plain = log_add(plain, forward<false>(plain_model).total + prior);
    }
    for (std::size_t t = 0; t < teeth.size(); ++t) {
      const int middle = static_cast<int>(std::lround(0.5 * (teeth[t].first_mm + teeth[t].last_mm) / step));
      double& weight = result.of_tooth[t];
      weight = log_add(weight, covered(model, before, after, teeth[t], middle) + prior);
    }
  }
  for (double& weight : result.of_tooth) weight = std::exp(weight - total);
  if (without_heights) result.support = total - plain;
  return result;
}

//! What crowns show of the published heights of permanent teeth: the median.
double shown_height_share(const ArchReading& reading, std::span<const double> height_mm) {
  std::vector<double> shares;
  for (std::size_t t = 0; t < height_mm.size(); ++t)
    shares.push_back(height_mm[t] / crown_height_mm(reading.jaw, reading.teeth[t].place));
  return nth_smallest(shares, shares.size() / 2);
}

ArchEvidence with_heights(ArchEvidence evidence, const ArchReading& reading,
                          std::span<const double> height_mm) {
  evidence.height_mm.assign(evidence.valley.size(), 0);
  evidence.height_share = shown_height_share(reading, height_mm);
  for (std::size_t t = 0; t < height_mm.size(); ++t) {
    const auto first = static_cast<std::size_t>(reading.teeth[t].first_mm / step),
               last = static_cast<std::size_t>(reading.teeth[t].last_mm / step);
    for (std::size_t c = first; c < std::min(last, evidence.height_mm.size()); ++c)
      evidence.height_mm[c] = height_mm[t];
  }
  return evidence;
}

//! Each tooth, and behind all of them the milk tooth in its place, or the permanent one.
std::vector<ArchTooth> with_counterparts(std::vector<ArchTooth> teeth) {
  const std::size_t n = teeth.size();
  for (std::size_t t = 0; t < n; ++t) {
    ArchTooth other = teeth[t];
    other.milk = !other.milk && has_milk_tooth(other.place);
    teeth.push_back(other);
  }
  return teeth;
}

}  // namespace

void add_probabilities(ArchReading& reading, const ArchProfile& profile, std::span<const double> height_mm) {
  constexpr double negligible = 0.005;
  const std::size_t n = reading.teeth.size();
  if (n == 0) return;
  const ArchEvidence plain(profile), evidence = with_heights(plain, reading, height_mm);
  const std::vector<ArchTooth> either = with_counterparts(reading.teeth);
  std::vector<double> probability(2 * n, 0);
  double sum = 0;
  const auto likely = std::count_if(reading.sets.begin(), reading.sets.end(),
                                    [](const SetReading& set) { return set.probability >= negligible; });
  // Heights support one set against others; there is nothing to support where one is left.
  const ArchEvidence* compared = likely > 1 ? &plain : nullptr;
  for (const SetReading& set : reading.sets) {
    if (set.probability < negligible) continue;
    const SetProbabilities own = probabilities_in(set, either, reading.jaw, evidence, compared);
    const double weight = set.probability * std::exp(own.support);
    sum += weight;
    for (std::size_t t = 0; t < 2 * n; ++t) probability[t] += weight * own.of_tooth[t];
  }
  for (std::size_t t = 0; t < n; ++t) {
    const std::size_t likelier = probability[t] >= probability[t + n] ? t : t + n;
    reading.teeth[t].milk = either[likelier].milk;
    reading.teeth[t].probability = probability[likelier] / sum;
  }
}

ArchReading read_arch(const ArchProfile& profile, Jaw jaw) {
  const ArchEvidence evidence(profile);
  std::array<BestOfSizes, tooth_sets.size()> best;
  for (int s = -most_size_steps; s <= most_size_steps; ++s) {
    const double size = 1 + size_step * s;
    const ToothScores teeth(evidence, jaw, size);
    for (std::size_t set = 0; set < best.size(); ++set)
      add_size(best[set], ArchScores(evidence, teeth, tooth_sets[set]), profile, tooth_sets[set], size);
  }
  ArchReading reading{.jaw = jaw, .log_evidence = none};
  double total = none;
  for (std::size_t s = 0; s < best.size(); ++s) {
    BestOfSizes& own = best[s];
    total = log_add(total, own.log_evidence / cool);
    reading.sets.push_back({tooth_sets[s], own.size, own.log_evidence / cool});
    if (own.log_evidence <= reading.log_evidence) continue;
    reading.log_evidence = own.log_evidence;
    reading.size = own.size;
    reading.teeth = std::move(own.teeth);
  }
  for (SetReading& set : reading.sets) set.probability = std::exp(set.probability - total);
  return reading;
}

double quick_evidence(const ArchProfile& profile) {
  const ArchEvidence evidence(profile);
  double best = none;
  for (const Jaw jaw : {Jaw::upper, Jaw::lower}) {
    const ArchScores model(evidence, ToothScores(evidence, jaw, 1), ToothSet::permanent);
    best = std::max(best, forward<true>(model).total + prior_of(ToothSet::permanent, 1));
  }
  return best;
}

}  // namespace intercusp
