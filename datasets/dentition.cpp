#include "datasets/dentition.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "datasets/arch.h"
#include "datasets/jaw_body.h"
#include "datasets/jaw_sheet.h"
#include "datasets/mesh_growth.h"
#include "occlusion/base/run_both.h"

namespace intercusp {
namespace {

void add(std::vector<int>& numbers, std::initializer_list<int> more) {
  numbers.insert(numbers.end(), more.begin(), more.end());
}

using Change = void (*)(DentitionOptions&);

const std::vector<std::pair<std::string, Change>>& changes() {
  using Options = DentitionOptions;
  static const std::vector<std::pair<std::string, Change>> all = {
      {"missing",
       [](Options& o) {
         add(o.missing, {14, 26, 36, 46, 47});
       }},
      {"closed-gap",
       [](Options& o) {
         add(o.closed_gaps, {14, 24, 34, 44});
       }},
      {"crowded", [](Options& o) { o.crowding_mm = 5; }},
      {"tilted",
       [](Options& o) {
         add(o.missing, {36});
         o.tilts = {{37, 25, 0}, {13, 0, 14}, {22, 0, -12}, {25, 12, 0}, {17, 0, 18}, {45, -8, -10}};
       }},
      {"attachments",
       [](Options& o) {
         add(o.attachments, {11, 13, 14, 22, 23, 25, 26, 33, 34, 36, 42, 43, 45});
       }},
      {"brackets",
       [](Options& o) {
         for (const int first : {11, 21, 31, 41})
           for (int place = 0; place < 6; ++place) o.brackets.push_back(first + place);
         o.wire = true;
       }},
      {"wisdom", [](Options& o) { o.wisdom_teeth = true; }},
      {"deciduous", [](Options& o) { o.deciduous = true; }},
      {"mixed", [](Options& o) { o.mixed = true; }},
      {"late-mixed",
       [](Options& o) {
         add(o.stayed, {55, 65, 75, 85});
         add(o.missing, {17, 27, 37, 47});
       }},
      {"plaster", [](Options& o) { o.plaster_base = true; }},
      {"quadrant", [](Options& o) { o.sides = ScannedSides::left; }},
      {"worn",
       [](Options& o) {
         o.wear_share = 0.5;
         add(o.restored, {16, 25, 36, 46});
       }},
      {"palate", [](Options& o) { o.palate = true; }},
  };
  return all;
}

constexpr double fit_cell_mm = 0.1;

//! Vertical gaps from the biting surface of one lower tooth to the upper jaw, one for each
//! square of `cell_mm`.
std::vector<double> gaps_above(const PlacedTooth& tooth, const HeightGrid& upper, double cell_mm) {
  std::vector<double> gaps;
  const double half_x = 0.5 * tooth.shape.mesiodistal_mm;
  const double half_y = 0.5 * tooth.shape.buccolingual_mm;
  for (double x = -half_x; x <= half_x; x += cell_mm) {
    for (double y = -half_y; y <= half_y; y += cell_mm) {
      double z = tooth.shape.height_mm + 0.3;
      double outside = inside_crown(tooth.shape, x, y, z);
      while (z > 0.4 * tooth.shape.height_mm && outside < -0.005) {
        z += 0.8 * outside;
        outside = inside_crown(tooth.shape, x, y, z);
      }
      const Eigen::Vector3d p = tooth.origin + x * tooth.distal + y * tooth.buccal + z * tooth.occlusal;
      const double gap = upper.at(p.x(), p.y()) - p.z();
      if (!std::isnan(gap) && z > 0.4 * tooth.shape.height_mm) gaps.push_back(gap);
    }
  }
  return gaps;
}

//! Lets lower teeth erupt until they overlap the upper ones over some area. The overlap will be worn away.
void erupt(std::vector<PlacedTooth>& lower, const HeightGrid& upper) {
  constexpr double cell_mm = 0.2;
  for (PlacedTooth& tooth : lower) {
    std::vector<double> gaps = gaps_above(tooth, upper, cell_mm);
    if (gaps.empty()) continue;
    std::sort(gaps.begin(), gaps.end());
    const int place = place_of(tooth.shape.fdi);
    const double meeting_mm2 = place >= 6 ? 9.0 : place >= 4 ? 5.0 : 0.8;
    const auto kth = std::min(gaps.size() - 1, static_cast<std::size_t>(meeting_mm2 / (cell_mm * cell_mm)));
    const double deepest_mm = place >= 4 ? 0.6 : 0.2;
    tooth.origin.z() += std::min(gaps[kth], gaps.front() + deepest_mm);
  }
}

//! The least vertical gap between both nets.
double least_gap(const SheetNet& upper, const SheetNet& lower) {
  const HeightGrid above = height_grid(upper.points, upper.rows, FacingSide::down, fit_cell_mm);
  const HeightGrid below = height_grid(lower.points, lower.rows, FacingSide::up, fit_cell_mm);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < below.height; ++j) {
    for (std::size_t i = 0; i < below.width; ++i) {
      const double z = below.z[j * below.width + i];
      const double gap = above.at(below.min.x() + static_cast<double>(i) * fit_cell_mm,
                                  below.min.y() + static_cast<double>(j) * fit_cell_mm) -
                         z;
      if (gap < least) least = gap;  // false if either jaw has no surface here
    }
  }
  return least;
}

//! All teeth on the side that a scan leaves out.
std::vector<int> left_out(const JawBody& jaw, ScannedSides sides) {
  std::vector<int> teeth;
  for (const PlacedTooth& tooth : jaw.teeth) {
    if (sides == (tooth.arch_mm < 0 ? ScannedSides::left : ScannedSides::right))
      teeth.push_back(tooth.shape.fdi);
  }
  return teeth;
}

//! Ends the sheet slightly beyond the midline.
void cut(std::vector<Station>& stations, ScannedSides sides) {
  constexpr double beyond_midline_mm = 4;
  const double kept = sides == ScannedSides::left ? 1 : -1;
  std::erase_if(stations, [&](const Station& s) { return kept * s.arch_mm < -beyond_midline_mm; });
}

void glue_appliances(JawBody& jaw, const DentitionOptions& options) {
  for (PlacedTooth& tooth : jaw.teeth) {
    if (!tooth.present) continue;
    if (names(options.attachments, tooth.shape.fdi)) tooth.blocks = attachment_on(tooth.shape);
    if (!names(options.brackets, tooth.shape.fdi)) continue;
    tooth.blocks = bracket_on(tooth.shape);
    if (options.wire) jaw.wire.push_back(tooth.point(slot_on(tooth.shape)));
  }
}

//! Changes a seated jaw: lost teeth, a missing side, appliances.
void change(JawBody& jaw, SheetNet& net, const DentitionOptions& options) {
  std::vector<int> missing = options.missing;
  const std::vector<int> other_side = left_out(jaw, options.sides);
  missing.insert(missing.end(), other_side.begin(), other_side.end());
  if (missing.empty() && options.attachments.empty() && options.brackets.empty()) return;
  if (!missing.empty()) lose_teeth(jaw, missing);
  if (options.sides != ScannedSides::both) cut(jaw.stations, options.sides);
  glue_appliances(jaw, options);
  net = cast_net(jaw);
}

//! Whether the dentition has no variants.
bool is_plain(const DentitionOptions& o) {
  return o.missing.empty() && o.closed_gaps.empty() && o.crowding_mm == 0 && o.tilts.empty() &&
         o.sides == ScannedSides::both && !o.wisdom_teeth && !o.deciduous && !o.mixed && o.stayed.empty() &&
         o.wear_share == 0 && o.restored.empty() && o.attachments.empty() && o.brackets.empty() &&
         !o.palate && !o.plaster_base && !o.varied;
}

//! Divides webs between a tooth and the gum below, or a neighbouring tooth, into fine faces. They belong to
//! the tooth down to the gum's margin; between two teeth they belong to the nearer one.
void refine_webs(LabelledMesh& surface, const JawBody& jaw, std::size_t triangles) {
  constexpr double margin_mm = 1;  // above the neck
  const double longest_mm = std::max(1.0, 500 / std::sqrt(static_cast<double>(triangles)));
  halve_long_edges(surface, longest_mm, [&](const Eigen::Vector3d& point, int a, int b) {
    int label = 0;
    double deepest = -1e9;
    for (const PlacedTooth& tooth : jaw.teeth) {
      if (tooth.shape.fdi != a && tooth.shape.fdi != b) continue;
      const double inside = tooth.inside(point);
      if (inside < deepest || tooth.occlusal.dot(point - tooth.origin) < margin_mm) continue;
      deepest = inside;
      label = tooth.shape.fdi;
    }
    return label;
  });
}

//! The jaw's mesh with everything around its teeth.
LabelledMesh surface_of(const JawBody& jaw, const SheetNet& net, const DentitionOptions& options,
                        std::uint64_t mesh_seed) {
  Sheet sheet = sheet_mesh(jaw, net, options.triangles, mesh_seed);
  if (!is_plain(options)) refine_webs(sheet.surface, jaw, options.triangles);
  if (jaw.which == Jaw::upper && (options.palate || options.plaster_base)) add_palate(sheet);
  if (jaw.which == Jaw::lower && options.plaster_base) add_plaster_floor(sheet);
  if (jaw.which == Jaw::lower && options.palate && !options.plaster_base) add_floor(sheet);
  if (options.plaster_base) add_plaster_base(sheet.surface, jaw.which);
  return std::move(sheet.surface);
}

}  // namespace

const std::vector<std::string>& variant_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const auto& [name, change] : changes()) result.push_back(name);
    return result;
  }();
  return names;
}

DentitionOptions with_variant(DentitionOptions options, const std::string& name) {
  for (const auto& [known, change] : changes()) {
    if (known != name) continue;
    change(options);
    return options;
  }
  std::string message = "no variant \"" + name + "\"; there are:";
  for (const std::string& known : variant_names()) message += " " + known;
  throw std::invalid_argument(message);
}

void check(const DentitionOptions& options) {
  const auto refuse_if = [](bool wrong, const char* why) {
    if (wrong) throw std::invalid_argument(why);
  };
  refuse_if(options.sides != ScannedSides::both && (options.palate || options.plaster_base),
            "one side of a jaw has neither palate nor base");
  refuse_if((options.deciduous || options.mixed) && options.wisdom_teeth, "a child has no wisdom teeth");
  refuse_if(options.deciduous && options.mixed, "teeth are deciduous or mixed, not both");
  refuse_if(!(options.crowding_mm >= 0 && options.crowding_mm <= 8), "crowding must be 0 to 8 mm");
  refuse_if(!(options.wear_share >= 0 && options.wear_share <= 1), "wear must be a share from 0 to 1");
}

Dentition make_dentition(const DentitionOptions& options) {
  return std::move(make_dentitions(options, std::array{options.seed}).front());
}

std::vector<Dentition> make_dentitions(const DentitionOptions& options,
                                       std::span<const std::uint64_t> mesh_seeds) {
  check(options);
  JawBody upper = jaw_body(place_teeth(Jaw::upper, options), Jaw::upper, options.seed);
  SheetNet upper_net = cast_net(upper);

  std::vector<PlacedTooth> lower_teeth = place_teeth(Jaw::lower, options);
  HeightGrid underside = height_grid(upper_net.points, upper_net.rows, FacingSide::down, fit_cell_mm);
  erupt(lower_teeth, underside);
  JawBody lower = jaw_body(std::move(lower_teeth), Jaw::lower, options.seed);
  lower.opposing = pits_filled(pits_filled(underside));
  SheetNet lower_net = cast_net(lower);
  const double rise_mm = least_gap(upper_net, lower_net) + deepest_overlap_mm;

  change(upper, upper_net, options);
  change(lower, lower_net, options);
  JawTruth upper_truth, lower_truth;
  if (options.varied) {
    const Patient patient = patient_of(options);
    run_both([&] { upper_truth = truth_of(upper, patient); },
             [&] { lower_truth = truth_of(lower, patient); });
    move(lower_truth, Eigen::Isometry3d(Eigen::Translation3d(0, 0, rise_mm)));
  }
  std::vector<Dentition> results(mesh_seeds.size());
  for (std::size_t i = 0; i < mesh_seeds.size(); ++i) {
    Dentition& result = results[i];
    run_both([&] { result.upper = surface_of(upper, upper_net, options, mesh_seeds[i]); },
             [&] { result.lower = surface_of(lower, lower_net, options, mesh_seeds[i]); });
    for (Eigen::Vector3d& v : result.lower.mesh.vertices) v.z() += rise_mm;
    result.upper_truth = upper_truth;
    result.lower_truth = lower_truth;
  }
  return results;
}

}  // namespace intercusp
