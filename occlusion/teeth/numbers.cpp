#include "occlusion/teeth/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "occlusion/base/nth_smallest.h"
#include "occlusion/teeth/tuning.h"

namespace intercusp {
namespace {

constexpr double step = ArchProfile::step_mm;
constexpr double none = impossible;
constexpr int most_size_steps = 4;
constexpr int shortest = ArchScores::shortest, longest = ArchScores::longest;
constexpr int wide_gap = ArchScores::wide_gap;

using Places = std::array<double, arch_places>;
using Gaps = std::array<double, arch_places + 1>;

//! Log weights of partial cuts, per column i. ended[i][k]: tooth k ends at i. entered[i][k]: tooth k begins
//! at i. gapped[i][k + 1]: i is in a gap, and k is the last tooth before it.
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

//! For each place: the best, or the sum of all, partial cuts in which its tooth ends at the column.
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

//! Log weight of the cuts that enter a gap after the tooth of a place. The gap begins at the column; the
//! widest gap may also begin at any column before.
double before_gap(const ArchScores& m, const Pass& pass, int place, int column, int width) {
  const auto c = static_cast<std::size_t>(column), k = static_cast<std::size_t>(place);
  return width == wide_gap ? pass.gapped[c][k + 1] : pass.ended[c][k] + m.edge(column);
}

//! For each place: the best, or the sum of all, partial cuts in which a gap between its tooth and
//! the next one ends at the column.
template <bool best>
Places over_gaps(const ArchScores& m, const Pass& pass, int column) {
  Places sums = nowhere();
  for (int width = 0; width <= std::min(column, wide_gap); ++width) {
    const double gap = m.following_gap(column - width, column) + m.edge(column);
    for (int k = 0; k < arch_places; ++k) {
      double& sum = sums[static_cast<std::size_t>(k)];
      sum = join<best>(sum, before_gap(m, pass, k, column - width, width) + gap);
    }
  }
  return sums;
}

//! For each place: the best, or the sum of all, partial cuts in which its tooth begins at the column.
template <bool best>
Places begins_at(const ArchScores& m, const Pass& pass, int column) {
  const auto c = static_cast<std::size_t>(column);
  Places sums = nowhere();
  const Places over = over_gaps<best>(m, pass, column);
  const double edge = m.edge(column), border = m.border(column);
  for (int before = -1; before < arch_places; ++before) {
    const double after_gap = pass.gapped[c][static_cast<std::size_t>(before + 1)] + edge;
    const double after_tooth = before < 0 ? none : pass.ended[c][static_cast<std::size_t>(before)] + border;
    for (int k = before + 1; k < arch_places; ++k) {
      double& sum = sums[static_cast<std::size_t>(k)];
      const bool next = before >= 0 && k == before + 1;
      sum = join<best>(
          sum, (next ? over[static_cast<std::size_t>(before)] : after_gap) + m.apart(before, k, column));
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
    pass.entered[c] = begins_at<best>(m, pass, i);
  }
  for (int k = -1; k < arch_places; ++k)
    pass.total = join<best>(pass.total,
                            pass.gapped.back()[static_cast<std::size_t>(k + 1)] + m.skipped(k, arch_places));
  return pass;
}

struct Span {
  int place, first, last;
};

//! The last place with a tooth in the best cut; -1 if the cut has no tooth.
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

//! The column at which the best tooth of a place begins that ends at `end`.
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
  int place;    //!< -1: start of the arch
  int column;   //!< the column up to which the cut is traced back
  bool in_gap;  //!< whether the cut is in a gap at this column, rather than at the end of a tooth
};

//! The best predecessor of the tooth of a place that begins at a column.
Before best_before(const ArchScores& m, const Pass& pass, int start, int place) {
  const auto c = static_cast<std::size_t>(start);
  Before best{-1, start, true};
  double value = none;
  const auto offer = [&](double score, const Before& before) {
    if (score <= value) return;
    value = score;
    best = before;
  };
  for (int before = -1; before < place; ++before) {
    const double apart = m.apart(before, place, start);
    if (before < 0 || before + 1 < place)
      offer(pass.gapped[c][static_cast<std::size_t>(before + 1)] + m.edge(start) + apart,
            {before, start, true});
    else
      for (int width = 0; width <= std::min(start, wide_gap); ++width) {
        const int column = start - width;
        offer(before_gap(m, pass, before, column, width) + m.following_gap(column, start) + m.edge(start) +
                  apart,
              {before, column, width == wide_gap});
      }
    if (before < 0) continue;
    offer(
        pass.ended[c][static_cast<std::size_t>(before)] + m.border(start) + m.touching(before, place, start),
        {before, start, false});
  }
  return best;
}

//! The best cut, traced back from the scores.
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
    i = before.column;
    k = before.place;
    in_gap = before.in_gap;
  }
  std::reverse(spans.begin(), spans.end());
  return spans;
}

//! Log weights of all continuations after a tooth has ended, after one was entered, and in a gap.
struct Rest {
  Pass pass;  //!< its gaps end at the end of the arch or at a tooth beyond the next place
  std::vector<Places> next_gapped;  //!< in a gap of any width that ends at a tooth of the next place
};

//! Continuations of a tooth that ends at a column by a gap and then the tooth of the next place.
double after_gap_to_next(const ArchScores& m, const Rest& rest, int column, int place) {
  const auto k = static_cast<std::size_t>(place);
  double sum = none;
  for (int width = 0; width <= wide_gap && column + width < m.columns(); ++width) {
    const int end = column + width;
    const auto c = static_cast<std::size_t>(end);
    const double after = width == wide_gap
                             ? rest.next_gapped[c][k]
                             : rest.pass.entered[c][k + 1] + m.edge(end) + m.apart(place, place + 1, end);
    sum = log_add(sum, m.following_gap(column, end) + after);
  }
  return sum + m.edge(column);
}

//! Adds the continuations of gaps at a column. Teeth that begin there must be known.
void add_gaps(Rest& rest, const ArchScores& m, int column) {
  const auto c = static_cast<std::size_t>(column);
  const bool last = column == m.columns() - 1;
  const auto entered = [&](int from, int to) {
    return rest.pass.entered[c][static_cast<std::size_t>(to)] + m.edge(column) + m.apart(from, to, column);
  };
  for (int k = -1; k < arch_places; ++k) {
    const auto g = static_cast<std::size_t>(k + 1);
    double value = last ? m.skipped(k, arch_places) : rest.pass.gapped[c + 1][g] + m.gap(column);
    for (int next = k < 0 ? 0 : k + 2; next < arch_places; ++next) value = log_add(value, entered(k, next));
    rest.pass.gapped[c][g] = value;
  }
  for (int k = 0; k + 1 < arch_places; ++k) {
    const auto g = static_cast<std::size_t>(k);
    rest.next_gapped[c][g] =
        log_add(last ? none : rest.next_gapped[c + 1][g] + m.gap(column), entered(k, k + 1));
  }
}

Rest backward(const ArchScores& m) {
  Rest rest{.pass = empty_pass(m.columns()), .next_gapped = {}};
  rest.next_gapped.assign(rest.pass.ended.size(), nowhere());
  Pass& pass = rest.pass;
  for (int i = m.columns() - 1; i >= 0; --i) {
    const auto c = static_cast<std::size_t>(i);
    for (int k = 0; k < arch_places; ++k) {
      double sum = none;
      for (int j = i + shortest; j <= std::min(m.columns() - 1, i + longest); ++j) {
        const double after = pass.ended[static_cast<std::size_t>(j)][static_cast<std::size_t>(k)];
        if (after > none / 2) sum = log_add(sum, after + m.tooth(i, j, k));
      }
      pass.entered[c][static_cast<std::size_t>(k)] = sum;
    }
    add_gaps(rest, m, i);
    for (int k = 0; k < arch_places; ++k) {
      double value = pass.gapped[c][static_cast<std::size_t>(k + 1)] + m.edge(i);
      if (k + 1 < arch_places) value = log_add(value, after_gap_to_next(m, rest, i, k));
      for (int next = k + 1; next < arch_places; ++next)
        value = log_add(
            value, pass.entered[c][static_cast<std::size_t>(next)] + m.border(i) + m.touching(k, next, i));
      pass.ended[c][static_cast<std::size_t>(k)] = value;
    }
  }
  return rest;
}

//! Log weight of all cuts in which this tooth covers a column.
double covered(const ArchScores& m, const Pass& before, const Rest& after, const ArchTooth& tooth,
               int column) {
  const int place = tooth.place;
  const auto k = static_cast<std::size_t>(place);
  double sum = none;
  for (int i = std::max(0, column - longest); i < column; ++i) {
    for (int j = std::max(column + 1, i + shortest); j <= std::min(m.columns() - 1, i + longest); ++j) {
      const double before_it = before.entered[static_cast<std::size_t>(i)][k],
                   after_it = after.pass.ended[static_cast<std::size_t>(j)][k];
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
  double size = 1, log_evidence = none;  //!< log_evidence: of all sizes together
  double best = none;                    //!< log weight of the teeth below
  std::vector<ArchTooth> teeth;
};

void add_size(BestOfSizes& reading, const ArchScores& model, const ArchProfile& profile, ToothSet set,
              double size) {
  const Pass pass = forward<true>(model);
  std::vector<ArchTooth> teeth = teeth_of(trace(model, pass), model, profile);
  const double value = pass.total + prior_of(set, size);
  reading.log_evidence = log_add(reading.log_evidence, value);
  if (value <= reading.best) return;
  reading.best = value;
  reading.size = size;
  reading.teeth = std::move(teeth);
}

//! All ways to cut an arch into teeth of one set and size.
struct SizedSet {
  double size;
  ArchScores model;
  Pass before;
  Rest after;
  double log_weight;  //!< log weight of all these cuts

  SizedSet(const ArchEvidence& evidence, Jaw jaw, ToothSet set, double own_size)
      : size(own_size),
        model(evidence, ToothScores(evidence, jaw, own_size), set, 1 / tuning.numbers.cool),
        before(forward<false>(model)),
        after(backward(model)),
        log_weight(before.total + prior_of(set, own_size) / tuning.numbers.cool) {}
};

//! Median share of the published heights that the crowns show, if all are permanent.
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

//! The teeth, followed by their counterparts in the same order: for a permanent tooth the milk tooth of its
//! place, if there is one, and for a milk tooth the permanent one.
std::vector<ArchTooth> with_counterparts(std::vector<ArchTooth> teeth) {
  const std::size_t n = teeth.size();
  for (std::size_t t = 0; t < n; ++t) {
    ArchTooth other = teeth[t];
    other.milk = !other.milk && has_milk_tooth(other.place);
    teeth.push_back(other);
  }
  return teeth;
}

//! Sets the probability of each tooth: the share of all cuts in which a tooth with its number
//! covers its middle. Chooses between milk and permanent tooth by the same probabilities. Returns
//! the sum of the probabilities.
double add_probabilities(std::vector<ArchTooth>& teeth, const std::vector<SizedSet>& sets) {
  const std::vector<ArchTooth> either = with_counterparts(teeth);
  std::vector<double> weight(either.size(), none);
  double total = none;
  for (const SizedSet& own : sets) {
    total = log_add(total, own.log_weight);
    for (std::size_t t = 0; t < either.size(); ++t) {
      const int middle = static_cast<int>(std::lround(0.5 * (either[t].first_mm + either[t].last_mm) / step));
      weight[t] = log_add(weight[t], covered(own.model, own.before, own.after, either[t], middle) +
                                         own.log_weight - own.before.total);
    }
  }
  double sum = 0;
  for (std::size_t t = 0; t < teeth.size(); ++t) {
    const std::size_t likelier = weight[t] >= weight[t + teeth.size()] ? t : t + teeth.size();
    teeth[t].milk = either[likelier].milk;
    teeth[t].probability = std::exp(weight[likelier] - total);
    sum += teeth[t].probability;
  }
  return sum;
}

}  // namespace

double expected_height_mm(const ArchReading& reading, const ArchTooth& tooth) {
  const double height_mm = crown_height_mm(reading.jaw, tooth.place, tooth.milk);
  return tooth.milk ? height_mm : reading.height_share * height_mm;
}

ArchReading read_with_heights(ArchReading reading, const ArchProfile& profile,
                              std::span<const double> height_mm) {
  constexpr int more_sizes = 2;
  if (reading.teeth.empty()) return reading;
  const ArchEvidence evidence = with_heights(ArchEvidence(profile), reading, height_mm);
  reading.height_share = evidence.height_share;
  std::vector<SizedSet> sized;
  std::vector<std::size_t> likeliest;  // per set: index of its likeliest size
  for (const SetReading& set : reading.sets) {
    if (set.probability < tuning.numbers.negligible_set) continue;
    likeliest.push_back(sized.size());
    for (int s = -more_sizes; s <= more_sizes; ++s) {
      sized.emplace_back(evidence, reading.jaw, set.set, set.size + tuning.numbers.size_step * s);
      if (sized.back().log_weight > sized[likeliest.back()].log_weight) likeliest.back() = sized.size() - 1;
    }
  }
  double most = none;
  for (const std::size_t i : likeliest) {
    const ArchScores& model = sized[i].model;
    std::vector<ArchTooth> teeth = teeth_of(trace(model, forward<true>(model)), model, profile);
    const double right = add_probabilities(teeth, sized);
    if (right <= most) continue;
    most = right;
    reading.size = sized[i].size;
    reading.teeth = std::move(teeth);
  }
  return reading;
}

ArchReading read_arch(const ArchProfile& profile, Jaw jaw) {
  const ArchEvidence evidence(profile);
  std::array<BestOfSizes, tooth_sets.size()> best;
  for (int s = -most_size_steps; s <= most_size_steps; ++s) {
    const double size = 1 + tuning.numbers.size_step * s;
    const ToothScores teeth(evidence, jaw, size);
    for (std::size_t set = 0; set < best.size(); ++set)
      add_size(best[set], ArchScores(evidence, teeth, tooth_sets[set]), profile, tooth_sets[set], size);
  }
  ArchReading reading{.jaw = jaw, .log_evidence = none};
  double total = none;
  for (std::size_t s = 0; s < best.size(); ++s) {
    BestOfSizes& own = best[s];
    total = log_add(total, own.log_evidence / tuning.numbers.cool);
    reading.sets.push_back({tooth_sets[s], own.size, own.log_evidence / tuning.numbers.cool});
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
