#include "tests/changes/population.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <stdexcept>

#include "occlusion/base/angles.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/registration/compare_scans.h"
#include "occlusion/registration/rigid_fit.h"
#include "tests/changes/break_tooth.h"
#include "tests/occlusion/registration/scan_pairs.h"

namespace intercusp::testing {
namespace {

constexpr std::size_t fine_triangles = 400000;

//! Both scans before they get noise, and the truth.
struct ChangedJaw {
  LabelledMesh before, after;
  std::map<int, Eigen::Isometry3d> motions;  // of crowns, in the frame before
  std::map<int, double> lost_mm3, gained_mm3, depths_mm;
  std::set<int> missing, added;
  double layer_mm = 0, factor = 1;
};

std::vector<int> some_teeth(const LabelledMesh& jaw, SeededRandom& random, int count) {
  std::vector<int> teeth;
  for (const int label : std::set<int>(jaw.labels.begin(), jaw.labels.end())) {
    if (label != 0) teeth.push_back(label);
  }
  std::vector<int> some;
  for (int i = 0; i < count; ++i) {
    const auto place = static_cast<std::size_t>(random.uniform(0, static_cast<double>(teeth.size())));
    some.push_back(teeth[place]);
    teeth.erase(teeth.begin() + static_cast<std::ptrdiff_t>(place));
  }
  return some;
}

Eigen::Vector3d middle_of(const LabelledMesh& jaw, int fdi) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  double count = 0;
  for (std::size_t v = 0; v < jaw.labels.size(); ++v) {
    if (jaw.labels[v] != fdi) continue;
    sum += jaw.mesh.vertices[v];
    ++count;
  }
  return sum / count;
}

//! Random cubics of the place in the plane of the arch for each axis, of a given size over the crowns.
void distort(LabelledMesh& jaw, double rms_mm, SeededRandom& random) {
  Bounds box;
  for (std::size_t v = 0; v < jaw.labels.size(); ++v) {
    if (jaw.labels[v] != 0) box.add(jaw.mesh.vertices[v]);
  }
  constexpr int terms = 7;
  Eigen::Matrix<double, 3, terms> waves;
  for (Eigen::Index i = 0; i < waves.size(); ++i) waves(i) = random.uniform(-1, 1);
  const auto field = [&](const Eigen::Vector3d& place) {
    const Eigen::Vector3d at = 2 * (place - box.centre()).cwiseQuotient(box.size());
    const double x = at.x(), y = at.y();
    Eigen::Vector<double, terms> powers;
    powers << x * x, x * y, y * y, x * x * x, x * x * y, x * y * y, y * y * y;
    return Eigen::Vector3d(waves * powers);
  };
  // Its size is that of what no pose takes back.
  std::vector<PointPair> pairs;
  for (std::size_t v = 0; v < jaw.labels.size(); ++v) {
    if (jaw.labels[v] != 0)
      pairs.push_back({jaw.mesh.vertices[v], jaw.mesh.vertices[v] + 0.001 * field(jaw.mesh.vertices[v])});
  }
  const Eigen::Isometry3d pose = rigid_fit(pairs);
  double squares = 0;
  for (const PointPair& pair : pairs) squares += (pose * pair.moving - pair.fixed).squaredNorm();
  const double size = rms_mm * 0.001 / std::sqrt(squares / static_cast<double>(pairs.size()));
  for (Eigen::Vector3d& vertex : jaw.mesh.vertices) vertex += size * field(vertex);
}

Eigen::Vector3d top_of(const LabelledMesh& jaw, int fdi, const Eigen::Vector3d& facing) {
  Eigen::Vector3d top = middle_of(jaw, fdi);
  for (std::size_t v = 0; v < jaw.labels.size(); ++v) {
    if (jaw.labels[v] == fdi && facing.dot(jaw.mesh.vertices[v] - top) > 0) top = jaw.mesh.vertices[v];
  }
  return top;
}

//! A bump on a tooth. \return its volume
double add_deposit(LabelledMesh& jaw, int fdi, const Eigen::Vector3d& centre, double height_mm,
                   double radius_mm) {
  const std::vector<Eigen::Vector3d> normals = vertex_normals(jaw.mesh.vertices, jaw.mesh.faces);
  const double before_mm3 = volume_from(centre, jaw.mesh);
  for (std::size_t v = 0; v < jaw.labels.size(); ++v) {
    const double ratio = (jaw.mesh.vertices[v] - centre).norm() / radius_mm;
    if (jaw.labels[v] == fdi && ratio < 1)
      jaw.mesh.vertices[v] += height_mm * (1 - ratio * ratio) * normals[v];
  }
  return volume_from(centre, jaw.mesh) - before_mm3;
}

//! Across a direction within 30° of the bite's; another and a little less deep where a break cannot be meshed.
//! \return the volume that the jaw loses, and how deep what the fine scan of the same jaw loses lies above what is left
BrokenTooth break_somewhere(LabelledMesh& jaw, const LabelledMesh& fine, int fdi, SeededRandom& random) {
  constexpr double less = 0.95, tilt = 0.4;
  const double facing = intercusp::jaw_of(fdi) == Jaw::upper ? -1 : 1;
  for (double depth_mm = random.uniform(1, 5);; depth_mm *= less) {
    const Eigen::Vector3d across =
        Eigen::Vector3d(random.uniform(-tilt, tilt), random.uniform(-tilt, tilt), facing).normalized();
    const double below_mm = across.dot(top_of(fine, fdi, across) - top_of(jaw, fdi, across));
    LabelledMesh broken = jaw;
    double lost_mm3 = 0;
    try {
      lost_mm3 = break_tooth(broken, fdi, across, depth_mm - below_mm).lost_mm3;
    } catch (const std::runtime_error&) {
      continue;
    }
    jaw = std::move(broken);
    const double level_mm = across.dot(top_of(fine, fdi, across)) - depth_mm;
    std::vector<Eigen::Vector3d> lost;
    for (std::size_t v = 0; v < fine.labels.size(); ++v) {
      if (fine.labels[v] == fdi && across.dot(fine.mesh.vertices[v]) > level_mm)
        lost.push_back(fine.mesh.vertices[v]);
    }
    return {lost_mm3, depth_of(lost, jaw, fdi)};
  }
}

ChangedJaw changed_jaw(ChangeKind kind, SeededRandom& random, std::size_t triangles, std::uint64_t patient) {
  const bool upper = random.uniform(0, 1) < 0.5;
  const std::vector<Dentition> scans = make_dentitions(
      {.triangles = triangles, .seed = patient, .varied = true}, std::array<std::uint64_t, 2>{101, 102});
  const auto jaw_of = [&](const Dentition& teeth) { return upper ? teeth.upper : teeth.lower; };
  ChangedJaw jaw{.before = jaw_of(scans[0]), .after = jaw_of(scans[1])};
  const int count = 1 + static_cast<int>(random.uniform(0, 4));
  // Facets, deposits and depths of breaks are measured on a fine scan: a coarse one ends below the cusps.
  const bool by_fine =
      kind == ChangeKind::facet || kind == ChangeKind::fracture || kind == ChangeKind::deposit;
  LabelledMesh fine;
  if (by_fine)
    fine = jaw_of(make_dentitions({.triangles = fine_triangles, .seed = patient, .varied = true},
                                  std::array<std::uint64_t, 1>{103})[0]);
  switch (kind) {
    case ChangeKind::none:
      break;
    case ChangeKind::distortion:
      distort(jaw.after, random.uniform(0.005, 0.06), random);
      break;
    case ChangeKind::movement:
      for (const int fdi : some_teeth(jaw.after, random, count)) {
        const double shift_mm = std::exp(random.uniform(std::log(0.2), std::log(3.0)));
        jaw.motions[fdi] =
            small_motion(random.bits(), shift_mm, random.uniform(1, 15), middle_of(jaw.before, fdi));
        move_tooth(jaw.after, fdi, jaw.motions[fdi]);
      }
      break;
    case ChangeKind::facet:
      for (const int fdi : some_teeth(jaw.after, random, count)) {
        const Eigen::Vector3d facing = facing_of_tooth(fine, fdi);
        const double depth_mm = random.uniform(0.1, 0.5);
        wear_tooth(jaw.after, fdi, facing,
                   depth_mm - facing.dot(top_of(fine, fdi, facing) - top_of(jaw.after, fdi, facing)));
        jaw.depths_mm[fdi] = depth_mm;
        jaw.lost_mm3[fdi] = wear_tooth(fine, fdi, facing, depth_mm).volume_mm3;
      }
      break;
    case ChangeKind::fracture: {
      const int fdi = some_teeth(jaw.after, random, 1)[0];
      const BrokenTooth broken = break_somewhere(jaw.after, fine, fdi, random);
      jaw.lost_mm3[fdi] = broken.lost_mm3;
      jaw.depths_mm[fdi] = broken.depth_mm;
      break;
    }
    case ChangeKind::deposit:
      for (const int fdi : some_teeth(jaw.after, random, count)) {
        jaw.depths_mm[fdi] = random.uniform(0.1, 0.5);
        const double radius_mm = random.uniform(1.5, 3);
        const Eigen::Vector3d centre = top_of(fine, fdi, facing_of_tooth(fine, fdi));
        add_deposit(jaw.after, fdi, centre, jaw.depths_mm[fdi], radius_mm);
        jaw.gained_mm3[fdi] = add_deposit(fine, fdi, centre, jaw.depths_mm[fdi], radius_mm);
      }
      break;
    case ChangeKind::layer:
      jaw.layer_mm = random.uniform(0.05, 0.5) * (random.uniform(0, 1) < 0.7 ? -1 : 1);
      add_layer(jaw.after, jaw.layer_mm);
      break;
    case ChangeKind::missing:
      jaw.missing.insert(some_teeth(jaw.after, random, 1)[0]);
      press_down_tooth(jaw.after, *jaw.missing.begin());
      break;
    case ChangeKind::added:
      jaw.added.insert(some_teeth(jaw.before, random, 1)[0]);
      press_down_tooth(jaw.before, *jaw.added.begin());
      break;
    case ChangeKind::scale: {
      const double size = std::exp(random.uniform(std::log(0.002), std::log(0.02)));
      jaw.factor = 1 + (random.uniform(0, 1) < 0.5 ? -size : size);
      for (Eigen::Vector3d& vertex : jaw.after.mesh.vertices) vertex *= jaw.factor;
      break;
    }
  }
  return jaw;
}

bool covers(const std::array<double, 2>& interval, double truth) {
  return interval[0] <= truth && truth <= interval[1];
}

void read_movement(ChangeOutcome& outcome, const ToothChange& tooth, const Eigen::Isometry3d& motion) {
  if (!tooth.movement) return;
  const ToothMovement& movement = *tooth.movement;
  const PoseVector truth = pose_difference(Eigen::Isometry3d::Identity(), motion, *tooth.middle);
  const PoseVector apart = pose_difference(motion, movement.motion, motion * *tooth.middle);
  outcome.shifts_mm.push_back({.error = apart.head<3>().norm()});
  outcome.turns_deg.push_back({.error = apart.tail<3>().norm() / rad_per_deg});
  const ToothAxes& axes = *tooth.axes;
  const std::array<std::pair<const ChangeFigure*, Eigen::Vector3d>, 3> shifts = {
      {{&movement.buccal_mm, axes.buccal},
       {&movement.mesial_mm, axes.mesial},
       {&movement.occlusal_mm, axes.occlusal}}};
  bool covered = true;
  // One of the three stands for all, so that readings are independent.
  const auto& [figure, axis] = shifts[static_cast<std::size_t>(tooth.fdi) % 3];
  covered = covers(figure->interval, truth.head<3>().dot(axis));
  outcome.shifts_mm.back().covered = covered;
  const std::array<std::pair<const ChangeFigure*, Eigen::Vector3d>, 3> turns = {
      {{&movement.torque_rad, axes.occlusal.cross(axes.buccal)},
       {&movement.tip_rad, axes.occlusal.cross(axes.mesial)},
       {&movement.rotation_rad, axes.mesial.cross(axes.buccal)}}};
  const auto& [turned, about] = turns[static_cast<std::size_t>(tooth.fdi) % 3];
  outcome.turns_deg.back().covered = covers(turned->interval, truth.tail<3>().dot(about));
}

void read_volume(ChangeOutcome& outcome, const ChangeFigure& figure, double truth) {
  outcome.volumes_mm3.push_back({figure.value - truth, truth, covers(figure.interval, truth)});
}

void read_depth(ChangeOutcome& outcome, const ChangedJaw& jaw, const ToothChange& tooth) {
  const bool gained = jaw.gained_mm3.contains(tooth.fdi) || jaw.layer_mm > 0;
  const auto known = jaw.depths_mm.find(tooth.fdi);
  const double truth = known == jaw.depths_mm.end() ? std::abs(jaw.layer_mm) : known->second;
  if (truth == 0) return;
  const ChangeFigure& figure = gained ? tooth.change->highest_gain_mm : tooth.change->deepest_loss_mm;
  auto& readings = figure.value != 0 ? outcome.depths_mm : outcome.unseen_depths_mm;
  readings.push_back({figure.value - truth, truth, covers(figure.interval, truth)});
}

bool has_substance_change(const ToothChange& tooth) {
  return tooth.change && (tooth.change->lost_mm3.beyond_noise() || tooth.change->gained_mm3.beyond_noise());
}

//! What is said of a tooth: "; 36 changed moved lost 0.3".
std::string described(const ChangedJaw& jaw, const ToothChange& tooth) {
  std::string text = fmt::format("; {} {}", tooth.fdi, name_of(tooth.state));
  for (const auto* truth : {&jaw.lost_mm3, &jaw.gained_mm3}) {
    if (const auto found = truth->find(tooth.fdi); found != truth->end())
      text += fmt::format(" (true {:.3f} mm3)", found->second);
  }
  if (tooth.reason) text += fmt::format(" {}", name_of(*tooth.reason));
  if (tooth.movement && tooth.movement->has_moved)
    text += fmt::format(" moved {:.3f}",
                        std::hypot(tooth.movement->buccal_mm.value, tooth.movement->mesial_mm.value,
                                   tooth.movement->occlusal_mm.value));
  if (!tooth.change) return text;
  const auto append = [&](const char* what, const ChangeFigure& figure) {
    if (figure.beyond_noise()) text += fmt::format(" {} {:.3f}", what, figure.value);
  };
  append("lost", tooth.change->lost_mm3);
  append("gained", tooth.change->gained_mm3);
  append("deep", tooth.change->deepest_loss_mm);
  append("high", tooth.change->highest_gain_mm);
  return text;
}

void read_tooth(ChangeOutcome& outcome, const ChangedJaw& jaw, const ToothChange& tooth) {
  ++outcome.teeth;
  const int fdi = tooth.fdi;
  const bool is_missing =
      tooth.state == ToothState::missing_after || tooth.state == ToothState::missing_before;
  const bool said = tooth.state == ToothState::changed || is_missing;
  const bool moves = jaw.motions.contains(fdi);
  const bool wears = jaw.lost_mm3.contains(fdi) || jaw.gained_mm3.contains(fdi) || jaw.layer_mm != 0;
  const bool goes = jaw.missing.contains(fdi) || jaw.added.contains(fdi);
  const bool has_moved = tooth.movement && tooth.movement->has_moved;
  if (!moves && !wears && !goes) {
    outcome.false_changes += said ? 1 : 0;
    if (said) outcome.wrong += described(jaw, tooth);
    return;
  }
  ++outcome.changed;
  const bool is_missed = goes ? !is_missing : !said;
  const bool wrong_kind = (moves && has_substance_change(tooth)) || (wears && has_moved);
  outcome.missed += is_missed;
  outcome.wrong_kind += wrong_kind;
  if (is_missed || wrong_kind) outcome.wrong += described(jaw, tooth);
  if (moves) read_movement(outcome, tooth, jaw.motions.at(fdi));
  if (const auto lost = jaw.lost_mm3.find(fdi); lost != jaw.lost_mm3.end() && tooth.change)
    read_volume(outcome, tooth.change->lost_mm3, lost->second);
  if (const auto gained = jaw.gained_mm3.find(fdi); gained != jaw.gained_mm3.end() && tooth.change)
    read_volume(outcome, tooth.change->gained_mm3, gained->second);
  if (tooth.change) read_depth(outcome, jaw, tooth);
  if (jaw.layer_mm != 0) outcome.layers_mm.push_back({tooth.layer_mm - jaw.layer_mm, jaw.layer_mm, false});
}

}  // namespace

std::string name_of(ChangeKind kind) {
  constexpr std::array names = {"none",    "distortion", "movement", "facet", "fracture",
                                "deposit", "layer",      "missing",  "added", "scale"};
  return names[static_cast<std::size_t>(kind)];
}

ChangeOutcome read_change(ChangeKind kind, std::uint64_t seed, std::size_t wanted_triangles) {
  SeededRandom random(0x9d5 * seed + static_cast<std::uint64_t>(kind));
  constexpr std::array<std::size_t, 4> sizes = {12000, 25000, 60000, 120000};
  const std::size_t drawn = sizes[random.bits() % sizes.size()];
  const std::size_t triangles = wanted_triangles == 0 ? drawn : wanted_triangles;
  const std::uint64_t patient = 1000 + seed;
  const double noise_mm = random.uniform(0.005, 0.03);
  ChangedJaw jaw = changed_jaw(kind, random, triangles, patient);
  add_noise(jaw.before, noise_mm, random.bits());
  add_noise(jaw.after, noise_mm, random.bits());
  move(jaw.after, random_pose(random.bits()));
  const ScanComparison found = compare_scans(std::make_shared<const JawScan>(scan_of(std::move(jaw.before))),
                                             std::make_shared<const JawScan>(scan_of(std::move(jaw.after))));
  ChangeOutcome outcome{.what = fmt::format("{} seed {}: {} triangles, noise {:.0f} µm", name_of(kind), seed,
                                            triangles, 1000 * noise_mm),
                        .determined = found.determined(),
                        .explanation = name_of(found.explanation)};
  for (const ToothChange& tooth : found.teeth) read_tooth(outcome, jaw, tooth);
  if (jaw.factor != 1)
    outcome.factors.push_back({found.scale.factor - jaw.factor, jaw.factor,
                               covers(found.scale.interval, jaw.factor) && found.scale.stated});
  return outcome;
}

}  // namespace intercusp::testing
