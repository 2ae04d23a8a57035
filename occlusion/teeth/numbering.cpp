#include "occlusion/teeth/numbering.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

namespace intercusp {
namespace {

constexpr double step = ArchProfile::step_mm;
constexpr double none = -1e18;
constexpr double valley_weight = 18;   //!< log-likelihood per 1/mm
constexpr double usual_valley = 0.12;  //!< as likely between teeth as within one
constexpr double gap_cost = 3;
constexpr double closed_gap_cost = 3.5;  //!< a tooth is missing and its neighbours touch
constexpr double spaced_cost = 2.5;      //!< a gap and no tooth is missing
constexpr double milk_molar_cost = 3;    //!< about one in twenty
constexpr double side_missing_cost = 6.0;
constexpr double child_cost = 3;  //!< about one scan in twenty
constexpr double crest_cost = 3;  //!< a front tooth that shows another number of crests than one
constexpr double lone_cusp_cost = 0.5, gum_crest_cost = 1;
//! Divides log-likelihoods for probabilities: neighbouring columns say the same, so their sum is too certain.
constexpr double cool = 1.5;
constexpr int second_premolar = 3;  //!< a place with one
constexpr int longest = 28;         //!< steps of one tooth
constexpr int shortest = 6;
constexpr int spans_from_column = longest - shortest + 1;

double log_add(double a, double b) {
  if (a < b) std::swap(a, b);
  return b <= none / 2 ? a : a + std::log1p(std::exp(b - a));
}

//! Probability that a tooth is missing: third molars mostly, second molars where the scan ends early. A child has
//! hardly ever second and no third molars.
double missing_share(int place, ToothSet set) {
  const int kind = kind_at(place);
  const bool child = set != ToothSet::permanent;
  return kind == 8   ? (child ? 0.999 : 0.85)
         : kind == 7 ? (child ? 0.97 : 0.12)
         : kind == 6 ? (set == ToothSet::milk ? 0.7 : 0.04)
         : kind == 4 ? 0.06
         : kind == 3 ? 0.015
                     : 0.025;
}

double missing_cost(int place, ToothSet set) {
  const double p = missing_share(place, set);
  return -std::log(p / (1 - p));
}

//! Logarithm of the probability that an arch has the teeth of all places, which `missing_cost` counts from.
double all_present(ToothSet set) {
  double sum = 0;
  for (int place = 0; place < arch_places; ++place) sum += std::log(1 - missing_share(place, set));
  return sum;
}

bool is_milk(int place, ToothSet set) {
  return has_milk_tooth(place) && (set == ToothSet::milk || (set == ToothSet::mixed && kind_at(place) >= 3));
}

//! How well a tooth's width and the breadth of its biting surface fit a size; log-likelihood.
struct Fit {
  double width_mm, deviation_mm, table_mm, log_deviation;
  Fit(const ToothSize& t, double size)
      : width_mm(size * t.mesiodistal_mm),
        deviation_mm(std::sqrt(0.36 + 0.0036 * width_mm * width_mm)),
        table_mm(size * t.table_mm),
        log_deviation(std::log(deviation_mm)) {}
  [[nodiscard]] double operator()(double width, double table) const {
    const double r = (width - width_mm) / deviation_mm;
    const double q = (table - table_mm) / 1.5;
    return -0.5 * r * r - log_deviation - 0.5 * std::min(q * q, 16.0);
  }
};

struct Model {
  using Kinds = std::array<double, arch_places / 2>;
  double scale;
  int n = 0;
  std::vector<Fit> fits;                              //!< of each kind of tooth
  std::optional<Fit> stayed;                          //!< of a second milk molar among permanent teeth
  std::vector<double> boundary;                       //!< score of two teeth meeting at a column
  std::vector<double> tooth_sum, gap_sum, table_sum;  //!< prefix sums
  std::vector<int> crest_sum;
  std::array<double, arch_places + 1> skip_sum{};
  std::vector<Kinds> tooth_score;  //!< of each span of columns

  //! \param share all scores are multiplied by it
  Model(const ArchProfile& p, Jaw jaw, ToothSet set, double size, double share = 1)
      : scale(share), n(static_cast<int>(p.columns.size())) {
    for (int place = arch_places / 2; place < arch_places; ++place)
      fits.emplace_back(tooth_size(jaw, place, is_milk(place, set)), size);
    if (set == ToothSet::permanent) stayed.emplace(tooth_size(jaw, second_premolar, true), size);
    const auto count = static_cast<std::size_t>(n);
    boundary.resize(count);
    tooth_sum.assign(count + 1, 0);
    gap_sum = table_sum = tooth_sum;
    crest_sum.assign(count + 1, 0);
    for (const double at : p.crests_mm) {
      const auto c = static_cast<std::size_t>(std::max(0L, std::lround(at / step)));
      if (c < count) ++crest_sum[c + 1];
    }
    for (std::size_t i = 0; i < count; ++i) crest_sum[i + 1] += crest_sum[i];
    for (std::size_t i = 0; i < count; ++i) {
      const ArchProfile::Column& c = p.columns[i];
      double around = 0, count_around = 0;
      for (int d : {-6, -5, -4, 4, 5, 6}) {
        const int at = static_cast<int>(i) + d;
        if (at < 0 || at >= n) continue;
        around += std::max(-0.1, p.columns[static_cast<std::size_t>(at)].valley);
        ++count_around;
      }
      boundary[i] = scale * valley_weight *
                    (std::clamp(c.valley - 0.8 * around / count_around, -0.2, 0.6) - usual_valley);
      const double drop = c.envelope_mm - c.top_mm;
      const double z =
          c.empty ? -2.0
                  : 0.5 * (std::clamp(2.2 - drop, -3.0, 2.0) + std::clamp(14 * (c.relief - 0.38), -3.0, 2.0) +
                           std::clamp(8 * (c.convexity - 0.38), -2.0, 1.5));
      tooth_sum[i + 1] = tooth_sum[i] - 0.5 * scale * std::log1p(std::exp(-z));
      gap_sum[i + 1] = gap_sum[i] - 0.5 * scale * std::log1p(std::exp(z));
      table_sum[i + 1] = table_sum[i] + c.table_mm;
    }
    for (int k = 0; k < arch_places; ++k)
      skip_sum[static_cast<std::size_t>(k) + 1] =
          skip_sum[static_cast<std::size_t>(k)] + scale * missing_cost(k, set);
    tooth_score.resize(count * spans_from_column);
    for (int i = 0; i < n; ++i)
      for (int j = i + shortest; j <= std::min(n - 1, i + longest); ++j)
        tooth_score[span(i, j)] = teeth_between(i, j);
  }

  //! A tooth of this place from column i to column j.
  [[nodiscard]] double tooth(int i, int j, int place) const {
    return tooth_score[span(i, j)][static_cast<std::size_t>(kind_at(place) - 1)];
  }
  [[nodiscard]] static std::size_t span(int i, int j) {
    return static_cast<std::size_t>(i * spans_from_column + j - i - shortest);
  }
  //! Of each kind. A second premolar may be a milk molar that stayed.
  [[nodiscard]] Kinds teeth_between(int i, int j) const {
    const double width = step * (j - i), table = mean_table(i, j);
    Kinds scores{};
    for (std::size_t k = 0; k < scores.size(); ++k) {
      const int kind = static_cast<int>(k) + 1;
      double fit = fits[k](width, table);
      if (stayed && kind == 5) fit = std::max(fit, (*stayed)(width, table) - milk_molar_cost);
      scores[k] = scale * (fit - crest_misfit(i, j, kind)) + tooth_sum[static_cast<std::size_t>(j)] -
                  tooth_sum[static_cast<std::size_t>(i)];
    }
    return scores;
  }
  [[nodiscard]] double mean_table(int i, int j) const {
    const int inset = std::max(1, (j - i) / 4);
    const int a = i + inset, b = std::max(a + 1, j - inset);
    return (table_sum[static_cast<std::size_t>(b)] - table_sum[static_cast<std::size_t>(a)]) / (b - a);
  }
  [[nodiscard]] int crests(int i, int j) const {
    return crest_sum[static_cast<std::size_t>(j)] - crest_sum[static_cast<std::size_t>(i)];
  }
  //! Front teeth have one crest, the others at least one, molars more.
  [[nodiscard]] double crest_misfit(int i, int j, int kind) const {
    const int count = crests(i, j);
    if (count == 0) return crest_cost;
    if (kind <= 3) return crest_cost * (count - 1);
    return kind >= 6 && count == 1 ? lone_cusp_cost : 0;
  }
  [[nodiscard]] double skipped(int from,
                               int to) const {  // after `from` comes `to`; −1 and arch_places: the ends
    double cost = skip_sum[static_cast<std::size_t>(to)] - skip_sum[static_cast<std::size_t>(from + 1)];
    if (from == -1 && to >= 8)
      cost = std::min(cost, skip_sum[static_cast<std::size_t>(to)] - skip_sum[8] + scale * side_missing_cost);
    if (to == arch_places && from < 8)
      cost = std::min(cost,
                      skip_sum[8] - skip_sum[static_cast<std::size_t>(from + 1)] + scale * side_missing_cost);
    return -cost;
  }
  //! The next tooth touches the one before it.
  [[nodiscard]] double touching(int from, int to) const {
    return skipped(from, to) - (to > from + 1 ? scale * closed_gap_cost : 0);
  }
  //! A gap lies between the two, or before the first tooth.
  [[nodiscard]] double apart(int from, int to) const {
    return skipped(from, to) - (from >= 0 && to == from + 1 ? scale * spaced_cost : 0);
  }
  //! A tooth beside a gap: the gum's crease shows less.
  [[nodiscard]] double edge(std::size_t c) const { return 0.6 * boundary[c] - scale * gap_cost / 2; }
  [[nodiscard]] double gap(int i) const {
    return gap_sum[static_cast<std::size_t>(i) + 1] - gap_sum[static_cast<std::size_t>(i)] -
           scale * gum_crest_cost * crests(i, i + 1);
  }
};

//! Per column and place: ended[i][k], tooth k ends at i; gapped[i][k + 1], in a gap at i, k the last tooth before.
using Ended = std::vector<std::array<double, arch_places>>;
using Gapped = std::vector<std::array<double, arch_places + 1>>;

struct Pass {
  Ended ended, entered;
  Gapped gapped;
  double total = none;
};

Pass empty_pass(int columns) {
  const auto count = static_cast<std::size_t>(columns);
  Pass pass;
  Ended::value_type low{};
  low.fill(none);
  Gapped::value_type low_gap{};
  low_gap.fill(none);
  pass.ended.assign(count, low);
  pass.entered.assign(count, low);
  pass.gapped.assign(count, low_gap);
  return pass;
}

template <bool best>
double join(double a, double b) {
  if constexpr (best) return std::max(a, b);
  return log_add(a, b);
}

template <bool best>
Pass forward(const Model& m) {
  Pass pass = empty_pass(m.n);
  for (int i = 0; i < m.n; ++i) {
    const auto c = static_cast<std::size_t>(i);
    for (int k = 0; k < arch_places; ++k) {
      double sum = none;
      for (int j = std::max(0, i - longest); j <= i - shortest; ++j) {
        const double entered = pass.entered[static_cast<std::size_t>(j)][static_cast<std::size_t>(k)];
        if (entered > none / 2) sum = join<best>(sum, entered + m.tooth(j, i, k));
      }
      pass.ended[c][static_cast<std::size_t>(k)] = sum;
    }
    for (int k = -1; k < arch_places; ++k) {
      const auto g = static_cast<std::size_t>(k + 1);
      double value = i == 0 ? (k == -1 ? 0.0 : none) : pass.gapped[c - 1][g] + m.gap(i - 1);
      if (k >= 0) value = join<best>(value, pass.ended[c][static_cast<std::size_t>(k)] + m.edge(c));
      pass.gapped[c][g] = value;
    }
    for (int k = 0; k < arch_places; ++k) {
      double sum = none;
      for (int before = -1; before < k; ++before) {
        sum = join<best>(
            sum, pass.gapped[c][static_cast<std::size_t>(before + 1)] + m.edge(c) + m.apart(before, k));
        if (before >= 0)
          sum = join<best>(
              sum, pass.ended[c][static_cast<std::size_t>(before)] + m.boundary[c] + m.touching(before, k));
      }
      pass.entered[c][static_cast<std::size_t>(k)] = sum;
    }
  }
  for (int k = -1; k < arch_places; ++k)
    pass.total = join<best>(pass.total,
                            pass.gapped.back()[static_cast<std::size_t>(k + 1)] + m.skipped(k, arch_places));
  return pass;
}

struct Span {
  int place, first, last;
};

//! The best cut, read back from the best scores.
std::vector<Span> trace(const Model& m, const Pass& pass) {
  std::vector<Span> spans;
  int i = m.n - 1;
  int k = -1;
  double best = none;
  for (int last = -1; last < arch_places; ++last) {
    const double v = pass.gapped.back()[static_cast<std::size_t>(last + 1)] + m.skipped(last, arch_places);
    if (v > best) {
      best = v;
      k = last;
    }
  }
  bool in_gap = true;
  while (true) {
    if (in_gap) {
      if (k < 0) break;
      const auto c = static_cast<std::size_t>(i);
      const double came = pass.ended[c][static_cast<std::size_t>(k)] + m.edge(c);
      const double stayed =
          i == 0 ? none : pass.gapped[c - 1][static_cast<std::size_t>(k + 1)] + m.gap(i - 1);
      if (came >= stayed) {
        in_gap = false;
      } else {
        --i;
      }
      continue;
    }
    int start = i - shortest;
    double top = none;
    for (int j = std::max(0, i - longest); j <= i - shortest; ++j) {
      const double v =
          pass.entered[static_cast<std::size_t>(j)][static_cast<std::size_t>(k)] + m.tooth(j, i, k);
      if (v > top) {
        top = v;
        start = j;
      }
    }
    spans.push_back({k, start, i});
    const auto c = static_cast<std::size_t>(start);
    int previous = -1;
    double value = none;
    bool gap = true;
    for (int before = -1; before < k; ++before) {
      if (const double v =
              pass.gapped[c][static_cast<std::size_t>(before + 1)] + m.edge(c) + m.apart(before, k);
          v > value) {
        value = v;
        previous = before;
        gap = true;
      }
      if (before < 0) continue;
      if (const double v =
              pass.ended[c][static_cast<std::size_t>(before)] + m.boundary[c] + m.touching(before, k);
          v > value) {
        value = v;
        previous = before;
        gap = false;
      }
    }
    i = start;
    k = previous;
    in_gap = gap;
  }
  std::reverse(spans.begin(), spans.end());
  return spans;
}

//! What follows: after a tooth has ended, after one has been entered, and in a gap.
Pass backward(const Model& m) {
  Pass pass = empty_pass(m.n);
  for (int i = m.n - 1; i >= 0; --i) {
    const auto c = static_cast<std::size_t>(i);
    for (int k = 0; k < arch_places; ++k) {
      double sum = none;
      for (int j = i + shortest; j <= std::min(m.n - 1, i + longest); ++j) {
        const double rest = pass.ended[static_cast<std::size_t>(j)][static_cast<std::size_t>(k)];
        if (rest > none / 2) sum = log_add(sum, rest + m.tooth(i, j, k));
      }
      pass.entered[c][static_cast<std::size_t>(k)] = sum;
    }
    for (int k = -1; k < arch_places; ++k) {
      const auto g = static_cast<std::size_t>(k + 1);
      double value = i == m.n - 1 ? m.skipped(k, arch_places) : pass.gapped[c + 1][g] + m.gap(i);
      for (int next = k + 1; next < arch_places; ++next)
        value =
            log_add(value, pass.entered[c][static_cast<std::size_t>(next)] + m.edge(c) + m.apart(k, next));
      pass.gapped[c][g] = value;
    }
    for (int k = 0; k < arch_places; ++k) {
      double value = pass.gapped[c][static_cast<std::size_t>(k + 1)] + m.edge(c);
      for (int next = k + 1; next < arch_places; ++next)
        value = log_add(
            value, pass.entered[c][static_cast<std::size_t>(next)] + m.boundary[c] + m.touching(k, next));
      pass.ended[c][static_cast<std::size_t>(k)] = value;
    }
  }
  return pass;
}

//! Logarithm of the weight of all ways to cut the arch in which a tooth of this place covers a column.
double covered(const Model& m, const Pass& before, const Pass& after, int place, int column) {
  const auto k = static_cast<std::size_t>(place);
  double sum = none;
  for (int i = std::max(0, column - longest); i < column; ++i) {
    for (int j = std::max(column + 1, i + shortest); j <= std::min(m.n - 1, i + longest); ++j) {
      const double before_it = before.entered[static_cast<std::size_t>(i)][k],
                   after_it = after.ended[static_cast<std::size_t>(j)][k];
      if (before_it > none / 2 && after_it > none / 2)
        sum = log_add(sum, before_it + m.tooth(i, j, place) + after_it);
    }
  }
  return sum;
}

double size_prior(double size) {
  const double r = (size - 1) / 0.07;
  return -0.5 * r * r;
}

std::vector<ArchTooth> teeth_of(const std::vector<Span>& spans, ToothSet set, const ArchProfile& profile) {
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
                     .milk = is_milk(span.place, set),
                     .first_mm = step * span.first,
                     .last_mm = step * span.last,
                     .first_slant = a.slant,
                     .last_slant = b.slant,
                     .middle_mm = middle / columns,
                     .probability = 1});
  }
  return teeth;
}

ArchReading best_of_sizes(const ArchProfile& profile, Jaw jaw, ToothSet set) {
  ArchReading reading{.jaw = jaw, .set = set, .teeth = {}, .log_evidence = none, .size = 1};
  double best = none;
  for (int s = -4; s <= 4; ++s) {
    const double size = 1 + 0.04 * s;
    const Model model(profile, jaw, set, size);
    const Pass pass = forward<true>(model);
    const double value = pass.total + size_prior(size) + all_present(set);
    reading.log_evidence = log_add(reading.log_evidence, value);
    if (value <= best) continue;
    best = value;
    reading.size = size;
    reading.teeth = teeth_of(trace(model, pass), set, profile);
  }
  return reading;
}

}  // namespace

void add_probabilities(ArchReading& reading, const ArchProfile& profile) {
  std::vector<double> weight(reading.teeth.size(), none);
  double total = none;
  for (int s = -2; s <= 2; ++s) {
    const double size = reading.size + 0.04 * s;
    const Model model(profile, reading.jaw, reading.set, size, 1 / cool);
    const Pass before = forward<false>(model), after = backward(model);
    const double prior = size_prior(size) / cool;
    total = log_add(total, before.total + prior);
    for (std::size_t t = 0; t < reading.teeth.size(); ++t) {
      const ArchTooth& tooth = reading.teeth[t];
      const int middle = static_cast<int>(std::lround(0.5 * (tooth.first_mm + tooth.last_mm) / step));
      weight[t] = log_add(weight[t], covered(model, before, after, tooth.place, middle) + prior);
    }
  }
  for (std::size_t t = 0; t < weight.size(); ++t)
    reading.teeth[t].probability = reading.set_probability * std::exp(weight[t] - total);
}

ArchReading read_arch(const ArchProfile& profile, Jaw jaw) {
  ArchReading best{.log_evidence = none};
  double total = none;
  for (const ToothSet set : {ToothSet::permanent, ToothSet::mixed, ToothSet::milk}) {
    ArchReading reading = best_of_sizes(profile, jaw, set);
    if (set != ToothSet::permanent) reading.log_evidence -= child_cost;
    total = log_add(total, reading.log_evidence / cool);
    if (reading.log_evidence > best.log_evidence) best = std::move(reading);
  }
  best.set_probability = std::exp(best.log_evidence / cool - total);
  return best;
}

}  // namespace intercusp
