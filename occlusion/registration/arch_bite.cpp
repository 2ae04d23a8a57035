#include "occlusion/registration/arch_bite.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include "occlusion/base/angles.h"
#include "occlusion/base/for_all.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/case/fdi.h"
#include "occlusion/motion/seating/equilibrium.h"
#include "occlusion/registration/arch_heights.h"
#include "occlusion/registration/tooth_starts.h"

namespace intercusp {
namespace {

constexpr std::size_t most_poses_tried = 12, most_places = 6;
constexpr double near_mm = 0.5, facing_mm = 1;
constexpr double end_depth_mm = 0.05;  // deepest overlap: as scanned bites have it
constexpr double other_start_mm = 2;   // nearer starts lead to the same place
constexpr double same_place_mm = 0.5;
constexpr double same_bite_mm = 1.5;  // bites of a dentition differ by half a tooth, 3 mm, or more
constexpr double least_fit = 0.09;    // jaws of two patients fit less
constexpr double reach_mm = 3;        // surfaces further apart at a start do not meet

//! Middles of teeth by their place in the upper jaw, 11 to 28: of a lower and a milk tooth that of its antagonist and
//! successor.
using Middles = std::map<int, Eigen::Vector3d>;

Middles middles_of(const Solid& jaw) {
  Middles middles;
  for (const auto& [fdi, middle] : tooth_middles({.mesh = jaw.mesh, .labels = jaw.labels})) {
    middles.emplace(fdi_of(Jaw::upper, side_of(fdi), place_of(fdi)), middle);
  }
  return middles;
}

//! In class I an upper canine, premolar or molar stands between its lower namesake and the tooth behind that.
Middles between_teeth(const Middles& lower) {
  Middles places = lower;
  for (auto& [number, place] : places) {
    const auto behind = lower.find(number + 1);
    if (place_of(number) >= 3 && behind != lower.end()) place = (place + behind->second) / 2;
  }
  return places;
}

//! By the numbers of the teeth, in the jaw's frame; nothing where a side, the front or the back has none.
std::optional<AnatomicalAxes> axes_of(const Middles& teeth) {
  Eigen::Vector3d leftward = Eigen::Vector3d::Zero(), front = leftward, back = leftward;
  int pairs = 0, fronts = 0, backs = 0;
  for (const auto& [number, middle] : teeth) {
    const bool is_front = is_front_tooth(number);
    (is_front ? front : back) += middle;
    ++(is_front ? fronts : backs);
    const auto left = teeth.find(fellow_of(number));
    if (side_of(number) == PatientSide::right && left != teeth.end()) {
      leftward += left->second - middle;
      ++pairs;
    }
  }
  if (pairs == 0 || fronts == 0 || backs == 0) return std::nullopt;
  const Eigen::Vector3d left = leftward.normalized();
  const Eigen::Vector3d superior = (front / fronts - back / backs).cross(left).normalized();
  return AnatomicalAxes{superior, left.cross(superior), left};
}

//! About class I.
struct ClassOne {
  Eigen::Isometry3d upper_from_lower;
  Eigen::Isometry3d frame_from_case;  //!< axes left, anterior and superior, origin amid the lower's teeth
};

std::optional<ClassOne> class_one(const Solid& upper_jaw, const Solid& lower_jaw) {
  const Middles upper = middles_of(upper_jaw), lower = middles_of(lower_jaw);
  const std::optional<Eigen::Isometry3d> pose = tooth_start(upper, between_teeth(lower));
  const std::optional<AnatomicalAxes> above = axes_of(upper), below = axes_of(lower);
  if (!pose || !above || !below) return std::nullopt;
  const Eigen::Vector3d superior = (above->superior + pose->linear() * below->superior).normalized();
  const Eigen::Vector3d left = superior.cross(above->anterior).normalized();
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const auto& [number, place] : lower) middle += place / static_cast<double>(lower.size());
  Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
  frame.linear() << left.transpose(), left.cross(superior).transpose(), superior.transpose();
  frame.translation() = -(frame.linear() * (*pose * middle));
  if (!frame.matrix().allFinite()) return std::nullopt;  // teeth in one line or one place
  return ClassOne{*pose, frame};
}

//! A pose at which the heights of both arches fit.
struct Start {
  Eigen::Isometry3d upper_from_lower;
  Eigen::Vector3d lower_centre;
  double near_mm2 = 0;
};

//! The lattice of poses about class I: at each turn every millimetre.
std::vector<Start> lattice(const Bite& jaws, const ClassOne& about) {
  constexpr int aside = 12, along = 20, step = 2;  // pixels
  constexpr std::array<double, 9> turns_deg = {-8, -6, -4, -2, 0, 2, 4, 6, 8};
  constexpr int columns = 2 * aside / step + 1, rows = 2 * along / step + 1;
  const ArchHeights upper = arch_heights(*jaws.upper, about.frame_from_case, Jaw::upper);
  const Eigen::Isometry3d case_from_frame = about.frame_from_case.inverse(Eigen::Isometry);
  std::vector<Start> starts(turns_deg.size() * columns * rows);
  for_each_task(turns_deg.size(), [&](std::size_t turn) {
    const Eigen::Isometry3d frame_from_lower =
        Eigen::AngleAxisd(turns_deg[turn] * rad_per_deg, Eigen::Vector3d::UnitZ()) * about.frame_from_case *
        about.upper_from_lower;
    const ArchHeights lower = arch_heights(*jaws.lower, frame_from_lower, Jaw::lower);
    for (int i = 0; i < columns * rows; ++i) {
      const HeightRest equilibrium =
          rest_of_heights(upper, lower, i % columns * step - aside, i / columns * step - along);
      starts[turn * columns * rows + i] = {case_from_frame * equilibrium.motion * frame_from_lower,
                                           frame_from_lower.inverse(Eigen::Isometry) * equilibrium.centre,
                                           equilibrium.near_mm2};
    }
  });
  return starts;
}

//! The mean shift of the lower's teeth between two poses.
double apart_mm(const Middles& lower, const Eigen::Isometry3d& a, const Eigen::Isometry3d& b) {
  double sum = 0;
  for (const auto& [number, middle] : lower) sum += (a * middle - b * middle).norm();
  return sum / static_cast<double>(lower.size());
}

//! The best ones, none near a better one.
std::vector<Start> best_starts(std::vector<Start> all, const Middles& lower) {
  std::ranges::stable_sort(all, std::greater(), &Start::near_mm2);
  std::vector<Start> best;
  for (const Start& start : all) {
    if (best.size() == most_poses_tried || !(start.near_mm2 > 0)) break;
    const bool is_other = std::ranges::none_of(best, [&](const Start& other) {
      return apart_mm(lower, start.upper_from_lower, other.upper_from_lower) < other_start_mm;
    });
    if (is_other) best.push_back(start);
  }
  return best;
}

//! A piece of the lower's chewing surface.
struct Piece {
  Eigen::Vector3d place;
  double area_mm2;
};

//! The crowns' faces that look up within 70°, neighbours together.
std::vector<Piece> chewing_surface(const Solid& lower, const Eigen::Vector3d& up) {
  constexpr double least_slope = 0.34;
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < lower.anatomy_faces; ++i) {
    const auto& [a, b, c] = lower.mesh.faces[i];
    if (lower.labels[a] == 0 || lower.labels[b] == 0 || lower.labels[c] == 0) continue;
    const Eigen::Vector3d normal = face_normal_twice_area(lower.mesh, i);
    if (!(up.dot(normal) > least_slope * normal.norm())) continue;
    pieces.push_back(
        {(lower.mesh.vertices[a] + lower.mesh.vertices[b] + lower.mesh.vertices[c]) / 3, normal.norm() / 2});
  }
  return pieces;
}

//! What of the surface is near the upper in a pose.
struct Nearness {
  double near_share = 0, facing_share = 0, residual_mm = 0;
};

Nearness nearness(const Eigen::Isometry3d& pose, const std::vector<Piece>& surface,
                  const JawDistance& upper) {
  double whole = 0, near = 0, facing = 0, squares = 0;
  for (std::size_t first = 0; first < surface.size(); first += NearPoints::most) {
    NearPoints points;
    for (std::size_t i = first; i < std::min(first + NearPoints::most, surface.size()); ++i)
      points.add(pose * surface[i].place, facing_mm);
    const ClosestOfNear found = upper.closest(points);
    for (std::size_t i = 0; i < points.count; ++i) {
      const double area = surface[first + i].area_mm2;
      whole += area;
      if (!found[i]) continue;
      facing += area;
      squares += area * std::pow(found[i]->distance_mm, 2);
      if (found[i]->distance_mm < near_mm) near += area;
    }
  }
  if (!(facing > 0)) return {};
  return {near / whole, facing / whole, std::sqrt(squares / facing)};
}

//! A start pressed together on the soft bed.
struct SeatedStart {
  ClosingForce closing;
  Equilibrium equilibrium;
  double fit = 0;  //!< of the chewing surface near the upper, while both are pressed 0.2 mm into each other
};

class ArchSearch {
 public:
  ArchSearch(const Bite& jaws, const SeatingJaws& prepared, const ClassOne& about)
      : jaws_(jaws),
        prepared_(prepared),
        about_(about),
        superior_(about.frame_from_case.linear().row(2)),
        lower_teeth_(middles_of(*jaws.lower)),
        surface_(chewing_surface(*jaws.lower, about.upper_from_lower.linear().transpose() * superior_)) {}

  //! Best first, each place once.
  [[nodiscard]] std::vector<SeatedStart> equilibria(const Progress& progress) const {
    const std::vector<Start> starts = best_starts(lattice(jaws_, about_), lower_teeth_);
    report_progress(progress, 0.4);
    std::vector<SeatedStart> all(starts.size());
    SharedProgress shared(part_of(progress, 0.4, 1), starts.size());
    for_each_task(starts.size(), [&](std::size_t i) {
      all[i].closing = {superior_, starts[i].lower_centre};
      all[i].equilibrium =
          equilibrium_on_soft_bed(posed(starts[i].upper_from_lower), prepared_, all[i].closing, reach_mm);
      all[i].fit = nearness_at(all[i].equilibrium.upper_from_lower).near_share;
      shared.part_is_done();
    });
    std::erase_if(all, [](const SeatedStart& each) { return !each.equilibrium.converged; });
    std::ranges::stable_sort(all, std::greater(), &SeatedStart::fit);
    return distinct(std::move(all), same_place_mm,
                    [](const SeatedStart& each) { return each.equilibrium.upper_from_lower; });
  }

  //! The places where the soft bed is as hard as teeth, best first, each once.
  [[nodiscard]] std::vector<ArchPlace> hardened(const std::vector<SeatedStart>& rested) const {
    std::vector<ArchPlace> all(std::min(most_places, rested.size()));
    for_each_task(all.size(), [&](std::size_t i) { all[i] = hardened(rested[i]); });
    std::ranges::stable_sort(all, std::greater(), &ArchPlace::fit);
    return distinct(std::move(all), same_bite_mm,
                    [](const ArchPlace& place) { return place.upper_from_lower; });
  }

 private:
  [[nodiscard]] ArchPlace hardened(const SeatedStart& rested) const {
    Equilibrium equilibrium = rested.equilibrium;
    for (const double depth_mm : {0.1, end_depth_mm}) {
      const Equilibrium harder = equilibrium_on_harder_bed(posed(equilibrium.upper_from_lower), prepared_,
                                                           rested.closing, equilibrium, depth_mm);
      if (!harder.converged) break;
      equilibrium = harder;
    }
    const Nearness near = nearness_at(equilibrium.upper_from_lower);
    return {equilibrium.upper_from_lower, near.near_share, near.facing_share, near.residual_mm};
  }
  //! Without those that are near a better one.
  template <class Place, class Pose>
  [[nodiscard]] std::vector<Place> distinct(std::vector<Place> best_first, double least_mm,
                                            const Pose& pose) const {
    std::vector<Place> kept;
    for (Place& each : best_first) {
      const bool is_other = std::ranges::none_of(kept, [&](const Place& other) {
        return apart_mm(lower_teeth_, pose(each), pose(other)) < least_mm;
      });
      if (is_other) kept.push_back(std::move(each));
    }
    return kept;
  }
  [[nodiscard]] Bite posed(const Eigen::Isometry3d& upper_from_lower) const {
    return {jaws_.upper, jaws_.lower, upper_from_lower};
  }
  [[nodiscard]] Nearness nearness_at(const Eigen::Isometry3d& pose) const {
    return nearness(pose, surface_, prepared_.distance.upper);
  }

  const Bite& jaws_;
  const SeatingJaws& prepared_;
  const ClassOne& about_;
  const Eigen::Vector3d superior_;
  const Middles lower_teeth_;
  const std::vector<Piece> surface_;
};

double evidence_of(const std::vector<ArchPlace>& places) {
  constexpr double most_lead = 3;
  if (places.empty()) return 0;
  const double best = places[0].fit, next = places.size() > 1 ? places[1].fit : 0;
  return best * std::min(most_lead, best / std::max(next, best / most_lead));
}

std::optional<NoArchBite> doubt(const ArchBite& bite) {
  if (bite.places.empty()) return NoArchBite::no_rest;
  if (bite.evidence >= least_evidence) return std::nullopt;
  return bite.places[0].fit < least_fit ? NoArchBite::poor_fit : NoArchBite::several_fit;
}

}  // namespace

double certainty_of(double evidence) {
  constexpr double even = 0.125,
                   power = 3.5;  // a logistic curve of its logarithm, flat enough for alike patients
  return 1 / (1 + std::pow(even / std::max(evidence, 1e-6), power));
}

ArchBite arch_bite(const Bite& jaws, const SeatingJaws& prepared, const Progress& progress) {
  const std::optional<ClassOne> about = class_one(*jaws.upper, *jaws.lower);
  if (!about) return {.reason = NoArchBite::too_few_teeth, .places = {}};
  const ArchSearch search(jaws, prepared, *about);
  ArchBite bite{.reason = {}, .places = search.hardened(search.equilibria(part_of(progress, 0, 0.8)))};
  bite.evidence = evidence_of(bite.places);
  bite.reason = doubt(bite);
  report_progress(progress, 1);
  return bite;
}

}  // namespace intercusp
