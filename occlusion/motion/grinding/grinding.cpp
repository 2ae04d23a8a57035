#include "occlusion/motion/grinding/grinding.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "occlusion/base/finding_codes.h"
#include "occlusion/base/for_all.h"
#include "occlusion/contacts/surface_contacts.h"
#include "occlusion/distance/jaw_distance.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/motion/articulator/articulate.h"

namespace intercusp {
namespace {

constexpr double spare_mm = 0.0005;  // coordinates are rounded to some 4e-6 mm in a file

//! One per vertex of the jaw, mm; 0: not ground.
using Depths = std::vector<double>;

//! Vertices that edges join, all on one tooth.
using GrindRegion = std::vector<std::uint32_t>;

//! Halfway between the jaw's own normal and the occlusal direction: never more than 90° from either, so a wall is ground
//! although it is steep, and the bottom of a fissure does not fold.
std::vector<Eigen::Vector3d> inwards_of(const Solid& solid, const Eigen::Vector3d& occlusal) {
  std::vector<Eigen::Vector3d> ways =
      vertex_normals(solid.mesh.vertices, std::span(solid.mesh.faces).first(solid.anatomy_faces));
  constexpr double opposite = 0.1;
  for (Eigen::Vector3d& way : ways) {
    const Eigen::Vector3d sum = way + occlusal;
    way = sum.norm() > opposite ? Eigen::Vector3d(-sum.normalized()) : Eigen::Vector3d(-occlusal);
  }
  return ways;
}

//! The edges that one face alone has, joined to closed lines of vertices.
std::vector<std::vector<std::uint32_t>> outlines_of(const std::vector<Face>& faces) {
  std::map<Edge, int> uses;
  for (const Face& face : faces)
    for (std::size_t i = 0; i < 3; ++i) ++uses[{face[i], face[(i + 1) % 3]}];
  std::multimap<std::uint32_t, std::uint32_t> next;
  for (const auto& [edge, count] : uses)
    if (!uses.contains({edge[1], edge[0]})) next.emplace(edge[0], edge[1]);
  std::vector<std::vector<std::uint32_t>> lines;
  while (!next.empty()) {
    std::vector<std::uint32_t>& line = lines.emplace_back();
    for (auto edge = next.begin(); edge != next.end(); edge = next.find(line.back())) {
      if (line.empty()) line.push_back(edge->first);
      line.push_back(edge->second);
      next.erase(edge);
    }
  }
  return lines;
}

//! The jaw as a proposal would grind it: a depth at each vertex, along a fixed line into it.
class GroundJaw {
 public:
  //! \pre the case has axes
  GroundJaw(const Case& start, Jaw jaw)
      : bite_(start.bite), jaw_(jaw), solid_(bite_.of(jaw)), other_(bite_.of(opposite(jaw))) {
    const Eigen::Vector3d occlusal =
        jaw == Jaw::lower ? start.anatomy.axes->superior : Eigen::Vector3d(-start.anatomy.axes->superior);
    inwards_ = inwards_of(*solid_, bite_.case_from(jaw).linear().transpose() * occlusal);
  }

  [[nodiscard]] Eigen::Isometry3d other_from_own(const Eigen::Isometry3d& upper_from_lower) const {
    return jaw_ == Jaw::lower ? upper_from_lower : upper_from_lower.inverse(Eigen::Isometry);
  }

  //! The depth, at least `from_mm`, from which the other jaw is `wanted_mm` away from the vertex. Less where the distance
  //! is uncertain, and at most 2 mm.
  [[nodiscard]] double depth_for(std::uint32_t vertex, double from_mm, double wanted_mm,
                                 const Eigen::Isometry3d& other_from_own) const {
    constexpr int most_steps = 60;
    constexpr double enough_mm = 1e-6, most_mm = 2;
    double depth_mm = from_mm;
    for (int i = 0; i < most_steps && depth_mm < most_mm; ++i) {
      const std::optional<JawReading> reading = other_.at(other_from_own * place(vertex, depth_mm));
      if (!reading || !reading->is_certain()) break;
      // Distance changes by no more than the way, so no step goes too far.
      const double lacking_mm = wanted_mm - reading->distance_mm;
      if (lacking_mm < enough_mm) break;
      depth_mm += lacking_mm;
    }
    return std::min(depth_mm, most_mm);
  }

  [[nodiscard]] Bite ground(const Depths& depths) const {
    const auto solid = std::make_shared<Solid>(*solid_);
    for (std::uint32_t v = 0; v < depths.size(); ++v)
      if (depths[v] > 0) solid->mesh.vertices[v] = place(v, depths[v]);
    Bite bite = bite_;
    (jaw_ == Jaw::lower ? bite.lower : bite.upper) = solid;
    return bite;
  }

  //! The regions of the chosen vertices, those with most vertices first.  \param chosen one per vertex
  [[nodiscard]] std::vector<GrindRegion> regions(const std::vector<std::uint8_t>& chosen) const {
    const std::vector<int>& labels = solid_->labels;
    UnionFind sets(chosen.size());
    for (const Face& face : std::span(solid_->mesh.faces).first(solid_->anatomy_faces)) {
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t a = face[i], b = face[(i + 1) % 3];
        if (chosen[a] != 0 && chosen[b] != 0 && (labels.empty() || labels[a] == labels[b])) sets.join(a, b);
      }
    }
    std::map<std::uint32_t, GrindRegion> by_root;
    for (std::uint32_t v = 0; v < chosen.size(); ++v)
      if (chosen[v] != 0) by_root[sets.root(v)].push_back(v);
    std::vector<GrindRegion> regions;
    for (auto& [root, region] : by_root) regions.push_back(std::move(region));
    std::ranges::stable_sort(regions, std::greater(),
                             [](const GrindRegion& region) { return region.size(); });
    return regions;
  }

  //! What is ground of each region; regions without are left out.
  [[nodiscard]] std::vector<GrindPatch> patches(const std::vector<GrindRegion>& regions, const Depths& depths,
                                                const Eigen::Vector3d& left) const {
    const TriangleMesh& mesh = solid_->mesh;
    const Eigen::Isometry3d case_from_own = bite_.case_from(jaw_);
    std::vector<std::size_t> region_of(mesh.vertices.size(), regions.size());
    for (std::size_t i = 0; i < regions.size(); ++i)
      for (const std::uint32_t v : regions[i])
        if (depths[v] > 0) region_of[v] = i;
    std::vector<std::vector<Face>> faces(regions.size());
    std::vector<GrindPatch> all(regions.size());
    for (std::size_t f = 0; f < solid_->anatomy_faces; ++f) {
      const Face& face = mesh.faces[f];
      const std::size_t i = std::min({region_of[face[0]], region_of[face[1]], region_of[face[2]]});
      if (i == regions.size()) continue;
      const double area = face_normal_twice_area(mesh, f).norm() / 2;
      faces[i].push_back(face);
      all[i].area_mm2 += area;
      all[i].centroid_mm +=
          area / 3 * (mesh.vertices[face[0]] + mesh.vertices[face[1]] + mesh.vertices[face[2]]);
    }
    std::vector<GrindPatch> patches;
    for (std::size_t i = 0; i < regions.size(); ++i) {
      GrindPatch& patch = all[i];
      if (faces[i].empty()) continue;
      patch.tooth = solid_->labels.empty() ? 0 : solid_->labels[regions[i].front()];
      for (const std::uint32_t v : regions[i]) {
        if (depths[v] > 0) patch.vertices.push_back(v);
        patch.depth_mm = std::max(patch.depth_mm, depths[v]);
      }
      patch.centroid_mm = case_from_own * Eigen::Vector3d(patch.centroid_mm / patch.area_mm2);
      for (const std::vector<std::uint32_t>& line : outlines_of(faces[i])) {
        std::vector<Eigen::Vector3d>& points = patch.outline.emplace_back();
        for (const std::uint32_t v : line) points.push_back(case_from_own * mesh.vertices[v]);
      }
      patches.push_back(std::move(patch));
    }
    std::ranges::stable_sort(patches, {},
                             [&](const GrindPatch& patch) { return left.dot(patch.centroid_mm); });
    for (std::size_t i = 0; i < patches.size(); ++i) patches[i].number = static_cast<int>(i + 1);
    return patches;
  }

  [[nodiscard]] const Solid& solid() const { return *solid_; }
  [[nodiscard]] const JawDistance& other() const { return other_; }
  //! In the jaw's own frame.
  [[nodiscard]] Eigen::Vector3d place(std::uint32_t vertex, double depth_mm) const {
    return solid_->mesh.vertices[vertex] + depth_mm * inwards_[vertex];
  }

 private:
  Bite bite_;
  Jaw jaw_;
  std::shared_ptr<const Solid> solid_;
  JawDistance other_;
  std::vector<Eigen::Vector3d> inwards_;  //!< unit, own frame
};

//! A pose in which a pair of teeth of the non-working side touches.
struct NonWorking {
  Excursion excursion;
  Eigen::Isometry3d upper_from_lower;
  Eigen::Vector3d case_point;
};

struct Plan {
  std::vector<GrindRegion> regions;
  Depths depths;
};

class Grinding {
 public:
  Grinding(const std::shared_ptr<const Case>& start, const GrindOptions& options, const Progress& progress)
      : start_(*start), bite_(start->bite), progress_(progress) {
    result_.options = options;
    result_.start = start;
  }

  GrindProposal run() {
    check_anatomy();
    if (!result_.refusals.empty()) return std::move(result_);
    result_.before = measured(bite_);
    check_bite();
    if (!result_.refusals.empty()) return std::move(result_);
    if (is_reached(*result_.before)) {
      result_.after = result_.before;
      return std::move(result_);
    }
    jaw_.emplace(start_, result_.options.jaw);
    const SurfaceDistances distances = surface_distances(bite_);
    distances_ = result_.options.jaw == Jaw::lower ? distances.lower : distances.upper;
    other_from_own_ = jaw_->other_from_own(bite_.upper_from_lower);
    std::optional<Plan> plan = planned();
    if (plan) finish(without_needless(std::move(*plan)));
    return std::move(result_);
  }

 private:
  void refuse(const char* code, std::map<std::string, FindingValue> values = {}) {
    result_.refusals.push_back({code, Severity::error, std::move(values)});
  }

  void check_anatomy() {
    for (const Finding& finding : start_.anatomy.findings) {
      if (finding.code == codes::teeth_sides_contradict) continue;  // the numbers are not used
      refuse(codes::misplaced, finding.values);
      result_.refusals.back().values.emplace("finding", finding.code);
    }
    if (!start_.anatomy.axes) refuse("grinding_without_sides");
  }

  void check_bite() {
    constexpr double apart_mm = 1, deep_mm = 1.5;  // as for `inspect`
    const std::optional<LeastDistance>& least = result_.before->least;
    if (!least) return refuse(codes::not_in_bite, {{"reason", "unknown_distance"}});
    if (least->distance_mm > apart_mm)
      refuse(codes::not_in_bite, {{"reason", "apart"}, {"apart_mm", least->distance_mm}});
    if (least->distance_mm < -deep_mm)
      refuse(codes::not_in_bite, {{"reason", "overlapping"}, {"depth_mm", -least->distance_mm}});
    if (result_.options.goal != GrindGoal::balance) return;
    const AreaTotal& contact = result_.before->contact;
    if (!contact.left_share) return refuse("no_contact_to_balance", {{"within_mm", grind_contact_mm}});
    if (std::min(*contact.left_share, *contact.right_share) <= 0)
      refuse("contact_on_one_side", {{"reason", *contact.left_share > 0 ? "left" : "right"}});
  }

  [[nodiscard]] double deepest_mm() const { return result_.options.depth_um / 1000; }

  [[nodiscard]] bool is_reached(const GrindFigures& figures) const {
    if (result_.options.goal == GrindGoal::excursions) return figures.non_working == 0U;
    if (result_.options.goal == GrindGoal::depth)
      return figures.least && figures.least->distance_mm >= -deepest_mm();
    return std::abs(figures.contact.left_share.value_or(0) - 0.5) <= 0.5 - least_balanced_share;
  }

  [[nodiscard]] GrindFigures measured(const Bite& bite) const {
    const PreparedJaws jaws = prepare_jaws(bite);
    const SurfaceDistances distances = surface_distances(bite, jaws);
    GrindFigures figures{.contact = surface_contacts(bite, jaws, distances, {}, {},
                                                     {.thresholds_mm = {grind_contact_mm},
                                                      .direction = start_.anatomy.axes->superior,
                                                      .axes = start_.anatomy.axes})
                                        .lower.areas.front(),
                         .least = least_distance(bite, jaws, distances),
                         .non_working = {}};
    if (result_.options.goal == GrindGoal::excursions)
      figures.non_working = non_working(articulated(bite)).size();
    return figures;
  }

  //! The ground bite, by the engines.
  [[nodiscard]] GrindFigures measured(const Depths& depths) {
    step();
    return measured(jaw_->ground(depths));
  }

  //! How many trials there will be is not known.
  void step() {
    constexpr double usual = 12;
    ++trials_;
    report_progress(progress_, trials_ / (trials_ + usual));
  }

  [[nodiscard]] std::optional<Plan> planned() {
    if (result_.options.goal == GrindGoal::balance) return balance();
    return result_.options.goal == GrindGoal::depth ? depth() : excursions();
  }

  [[nodiscard]] bool is_certain(std::uint32_t vertex) const {
    return !std::isnan(distances_.mm[vertex]) && distances_.at_rim[vertex] == 0;
  }

  [[nodiscard]] Depths none() const { return Depths(distances_.mm.size(), 0); }

  // ---- Balance: contacts of the side with more area are ground from their edges inwards, so that each keeps its middle.

  //! What was further away than the level leaves contact, over a short ramp without a step. A level below all distances
  //! takes whole contacts away.
  [[nodiscard]] Depths trimmed(std::span<const GrindRegion> regions, double level_mm) const {
    constexpr double ramp = 4, clear_mm = grind_contact_mm + 0.005;
    Depths depths = none();
    for (const GrindRegion& region : regions) {
      for_all(std::size_t{0}, region.size(), [&](std::size_t i) {
        const std::uint32_t v = region[i];
        const double now_mm = distances_.mm[v];
        const double wanted_mm = std::min(clear_mm, level_mm + ramp * (now_mm - level_mm));
        if (wanted_mm > now_mm) depths[v] = jaw_->depth_for(v, 0, wanted_mm, other_from_own_);
      });
    }
    return depths;
  }

  [[nodiscard]] std::optional<Plan> balance() {
    constexpr double aim = 0.545, near = 0.004;  // areas are known to 0.5 %
    constexpr int most_halvings = 20;
    const bool left = *result_.before->contact.left_share > 0.5;
    const ArchSides arch = arch_sides(bite_, *start_.anatomy.axes);
    const Eigen::Isometry3d case_from_own = bite_.case_from(result_.options.jaw);
    std::vector<std::uint8_t> chosen(distances_.mm.size(), 0);
    for (std::uint32_t v = 0; v < chosen.size(); ++v) {
      if (!is_certain(v) || distances_.mm[v] > grind_contact_mm) continue;
      chosen[v] = (sides_of(arch, case_from_own * jaw_->place(v, 0), 0, 0).left > 0.5) == left ? 1 : 0;
    }
    const std::vector<GrindRegion> regions = jaw_->regions(chosen);
    const auto first = [&](std::size_t count) { return std::span(regions).first(count); };
    // Keeps what a foil of 50 µm marks, if that is enough.
    for (const double floor_mm : {0.05, result_.before->least->distance_mm - grind_contact_mm}) {
      const auto share_of = [&](const Depths& depths) {
        const AreaTotal area = measured(depths).contact;
        return (left ? area.left_share : area.right_share).value_or(0);
      };
      const auto share = [&](std::size_t count) { return share_of(trimmed(first(count), floor_mm)); };
      if (regions.empty() || share(regions.size()) > aim) continue;
      std::size_t few = 0, enough = regions.size();
      while (enough - few > 1) {
        const std::size_t middle = (few + enough) / 2;
        (share(middle) > aim ? few : enough) = middle;
      }
      double low_mm = floor_mm, high_mm = grind_contact_mm;
      Depths depths = trimmed(first(enough), low_mm);
      for (int i = 0; i < most_halvings; ++i) {
        const double level_mm = (low_mm + high_mm) / 2;
        Depths trial = trimmed(first(enough), level_mm);
        const double reached = share_of(trial);
        (reached > aim ? high_mm : low_mm) = level_mm;
        if (reached > aim) continue;
        depths = std::move(trial);
        if (reached > aim - near) break;
      }
      return Plan{{regions.begin(), regions.begin() + static_cast<std::ptrdiff_t>(enough)}, depths};
    }
    refuse("goal_out_of_reach", {{"reason", "balance"}});
    return std::nullopt;
  }

  // ---- Depth: what lies deeper is ground to the limit. Between vertices the engines may still find a deeper place; its face
  // is then lowered by what is lacking.

  [[nodiscard]] std::optional<Plan> depth() {
    constexpr int most_rounds = 40;
    const bool lower = result_.options.jaw == Jaw::lower;
    std::vector<double> wanted(distances_.mm.size(), spare_mm - deepest_mm());
    Depths depths = none();
    for (int round = 0; round < most_rounds; ++round) {
      step();
      for_all(std::size_t{0}, wanted.size(), [&](std::size_t i) {
        const auto v = static_cast<std::uint32_t>(i);
        if (is_certain(v) && distances_.mm[v] < wanted[v])
          depths[v] = jaw_->depth_for(v, depths[v], wanted[v], other_from_own_);
      });
      const Bite bite = jaw_->ground(depths);
      const PreparedJaws jaws = prepare_jaws(bite);
      const SurfaceDistances distances = surface_distances(bite, jaws);
      const VertexDistances& own = lower ? distances.lower : distances.upper;
      const VertexDistances& others = lower ? distances.upper : distances.lower;
      bool is_deeper = false;
      const auto lower_face = [&](std::uint32_t face, double distance_mm) {
        is_deeper = true;
        for (const std::uint32_t v : jaw_->solid().mesh.faces[face])
          wanted[v] = std::max(wanted[v], own.mm[v] - deepest_mm() - distance_mm + spare_mm);
      };
      for (std::size_t v = 0; v < others.mm.size(); ++v)
        if (others.mm[v] < -deepest_mm() && others.at_rim[v] == 0)
          lower_face(others.other_face[v], others.mm[v]);
      if (is_deeper) continue;
      const std::optional<LeastDistance> least = least_distance(bite, jaws, distances);
      if (least && least->distance_mm < -deepest_mm())
        lower_face(lower ? least->lower_face : least->upper_face, least->distance_mm);
      if (!is_deeper) return ground_regions(std::move(depths));
    }
    refuse("goal_out_of_reach", {{"reason", "depth"}});
    return std::nullopt;
  }

  [[nodiscard]] Plan ground_regions(Depths depths) const {
    std::vector<std::uint8_t> ground(depths.size());
    std::ranges::transform(depths, ground.begin(), [](double depth_mm) { return depth_mm > 0 ? 1 : 0; });
    return {jaw_->regions(ground), std::move(depths)};
  }

  // ---- Excursions: in each pose with a contact of the non-working side, the jaw is ground until it is free there. The jaws
  // then close further, so the excursions are computed again.

  [[nodiscard]] ArticulatedBite articulated(const Bite& bite) const {
    Case ground = start_;
    ground.bite = bite;
    return articulate(articulated_case(std::make_shared<const Case>(std::move(ground))), {});
  }

  [[nodiscard]] static std::vector<NonWorking> non_working(const ArticulatedBite& bite) {
    std::vector<NonWorking> found;
    for (const MovementReport& movement : bite.movements) {
      if (movement.excursion == Excursion::protrusion) continue;
      for (const ContactStep& step : movement.path) {
        if (step.asked_mm < first_free_excursion_mm - bite.options.path_step_mm / 2) continue;
        for (const GroupGap& gap : step.contacts)
          if (role_of(gap.pair, movement.excursion) == ContactRole::balancing)
            found.push_back({movement.excursion, step.pose.upper_from_lower, gap.case_point});
      }
    }
    return found;
  }

  [[nodiscard]] std::optional<Plan> excursions() {
    constexpr int most_rounds = 12;
    Depths depths = none();
    for (int round = 0; round < most_rounds; ++round) {
      step();
      const ArticulatedBite bite = articulated(jaw_->ground(depths));
      const std::vector<NonWorking> found = non_working(bite);
      if (found.empty()) return ground_regions(std::move(depths));
      // Between vertices the surfaces are nearer than at them: a little further each round.
      const double clear_mm = bite.options.threshold_mm + 0.002 + 0.005 * round;
      for (const NonWorking& contact : found) clear(contact, bite.groups, clear_mm, depths);
    }
    refuse("goal_out_of_reach", {{"reason", "excursions"}});
    return std::nullopt;
  }

  void clear(const NonWorking& contact, const BiteGroups& groups, double clear_mm, Depths& depths) const {
    constexpr double near_mm = 4;  // a contact is smaller
    const bool lower = result_.options.jaw == Jaw::lower;
    const Eigen::Isometry3d other_from_own = jaw_->other_from_own(contact.upper_from_lower);
    const Eigen::Vector3d place =
        lower ? contact.upper_from_lower.inverse(Eigen::Isometry) * contact.case_point : contact.case_point;
    for (std::uint32_t f = 0; f < jaw_->solid().anatomy_faces; ++f) {
      for (const std::uint32_t v : jaw_->solid().mesh.faces[f]) {
        const Eigen::Vector3d own = jaw_->place(v, depths[v]);
        if ((own - place).norm() > near_mm) continue;
        const auto closest = jaw_->other().closest(other_from_own * own, clear_mm);
        if (!closest) continue;
        const GroupPair pair = lower ? GroupPair{groups.upper[closest->face], groups.lower[f]}
                                     : GroupPair{groups.upper[f], groups.lower[closest->face]};
        if (role_of(pair, contact.excursion) == ContactRole::balancing)
          depths[v] = jaw_->depth_for(v, depths[v], clear_mm, other_from_own);
      }
    }
  }

  // ---- What all goals share.

  //! Leaves out, the smallest first, each region without which the goal is still reached.
  [[nodiscard]] Plan without_needless(Plan plan) {
    for (std::size_t i = plan.regions.size(); i-- > 0;) {
      const GrindRegion& region = plan.regions[i];
      if (is_needed(region, plan.depths)) continue;
      Depths trial = plan.depths;
      for (const std::uint32_t v : region) trial[v] = 0;
      if (!is_reached(measured(trial))) continue;
      plan.depths = std::move(trial);
      plan.regions.erase(plan.regions.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return plan;
  }

  //! A vertex that lies too deep in the other jaw does so until it is ground, whatever else is.
  [[nodiscard]] bool is_needed(const GrindRegion& region, const Depths& depths) const {
    return result_.options.goal == GrindGoal::depth && std::ranges::any_of(region, [&](std::uint32_t v) {
             return depths[v] > 0 && distances_.mm[v] < -deepest_mm();
           });
  }

  void finish(const Plan& plan) {
    const std::vector<GrindPatch> patches =
        jaw_->patches(plan.regions, plan.depths, start_.anatomy.axes->left);
    const double limit_mm = result_.options.limit_um / 1000;
    const auto deepest = std::ranges::max_element(patches, {}, &GrindPatch::depth_mm);
    if (deepest != patches.end() && deepest->depth_mm > limit_mm)
      return refuse("deeper_than_limit", {{"tooth", static_cast<double>(deepest->tooth)},
                                          {"depth_um", 1000 * deepest->depth_mm},
                                          {"limit_um", result_.options.limit_um}});
    const Bite bite = jaw_->ground(plan.depths);
    result_.after = measured(bite);
    result_.patches = patches;
    result_.ground = bite.of(result_.options.jaw);
  }

  const Case& start_;
  const Bite& bite_;
  const Progress& progress_;
  double trials_ = 0;
  std::optional<GroundJaw> jaw_;
  VertexDistances distances_;  //!< of the jaw's vertices to the other, before
  Eigen::Isometry3d other_from_own_ = Eigen::Isometry3d::Identity();
  GrindProposal result_;
};

}  // namespace

GrindProposal propose_grinding(const std::shared_ptr<const Case>& start, const GrindOptions& options,
                               const Progress& progress) {
  limits::require(grind_depth_um, options.depth_um, "the depth in µm");
  limits::require(grind_limit_um, options.limit_um, "the deepest grinding in µm");
  return Grinding(start, options, progress).run();
}

}  // namespace intercusp
