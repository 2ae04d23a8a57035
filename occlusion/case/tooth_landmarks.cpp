#include "occlusion/case/tooth_landmarks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numbers>

#include "occlusion/case/case.h"
#include "occlusion/case/teeth.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/decompositions.h"

namespace intercusp {
namespace {

constexpr double nowhere = -std::numeric_limits<double>::infinity();
constexpr double noise_mm = 0.05;

//! A place on the border of a crown's label, in the tooth's frame.
struct BorderPlace {
  Eigen::Vector3d at;
  int other;  //!< FDI number of the neighbour, 0: gum
};

//! A crown in its tooth's frame: x mesial, y buccal, z occlusal, from the middle of its extents.
struct FramedCrown {
  const ToothAxes* tooth = nullptr;
  std::vector<std::array<Eigen::Vector3d, 3>> faces = {};
  std::vector<BorderPlace> border = {};
  double edge_mm = 0;  //!< mean length of the mesh's edges
  double hand = 1;     //!< −1 where the frame is left-handed

  [[nodiscard]] Eigen::Vector3d half() const {
    return 0.5 * Eigen::Vector3d(tooth->mesiodistal_mm, tooth->buccolingual_mm, tooth->height_mm);
  }
};

std::vector<FramedCrown> crowns_of(const Solid& jaw, std::span<const ToothAxes> teeth,
                                   const Eigen::Isometry3d& case_from_jaw) {
  std::vector<FramedCrown> crowns;
  if (teeth.empty()) return crowns;  // the jaw may have no labels
  std::map<int, std::size_t> of_tooth;
  std::vector<Eigen::Isometry3d> tooth_from_jaw;
  for (const ToothAxes& tooth : teeth) {
    of_tooth[tooth.fdi] = crowns.size();
    tooth_from_jaw.push_back(tooth.tooth_from_case() * case_from_jaw);
    FramedCrown& crown = crowns.emplace_back(FramedCrown{.tooth = &tooth});
    crown.hand = tooth.rows().determinant() < 0 ? -1 : 1;
    for (const std::uint32_t face : tooth.faces) {
      const auto& [a, b, c] = jaw.mesh.faces[face];
      const auto& v = jaw.mesh.vertices;
      const Eigen::Isometry3d& pose = tooth_from_jaw.back();
      crown.faces.push_back({pose * v[a], pose * v[b], pose * v[c]});
      const double around_mm = (v[a] - v[b]).norm() + (v[b] - v[c]).norm() + (v[c] - v[a]).norm();
      crown.edge_mm += around_mm / 3 / static_cast<double>(tooth.faces.size());
    }
  }
  for (std::size_t face = 0; face < jaw.anatomy_faces; ++face) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = jaw.mesh.faces[face][i], b = jaw.mesh.faces[face][(i + 1) % 3];
      if (jaw.labels[a] == jaw.labels[b]) continue;
      const Eigen::Vector3d middle = 0.5 * (jaw.mesh.vertices[a] + jaw.mesh.vertices[b]);
      for (const auto& [own, other] : {std::pair(a, b), std::pair(b, a)}) {
        const auto found = of_tooth.find(jaw.labels[own]);
        if (found == of_tooth.end()) continue;
        crowns[found->second].border.push_back({tooth_from_jaw[found->second] * middle, jaw.labels[other]});
      }
    }
  }
  return crowns;
}

//! The crown from above: its highest place over each cell of (x, y).
class HeightMap {
 public:
  static constexpr double cell_mm = 0.1;

  explicit HeightMap(const FramedCrown& crown) {
    Bounds box;
    for (const auto& face : crown.faces)
      for (const Eigen::Vector3d& corner : face) box.add(corner);
    min_ = box.min.head<2>() - Eigen::Vector2d::Constant(cell_mm);
    width_ = static_cast<int>(box.size().x() / cell_mm) + 4;
    height_ = static_cast<int>(box.size().y() / cell_mm) + 4;
    z_.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), nowhere);
    for (const auto& face : crown.faces) draw(face);
  }

  [[nodiscard]] std::size_t size() const { return z_.size(); }
  [[nodiscard]] double z(std::size_t cell) const { return z_[cell]; }
  [[nodiscard]] Eigen::Vector3d place(std::size_t cell) const {
    const auto x = static_cast<double>(cell % static_cast<std::size_t>(width_)),
               y = static_cast<double>(cell / static_cast<std::size_t>(width_));
    return {min_.x() + cell_mm * x, min_.y() + cell_mm * y, z_[cell]};
  }
  //! Calls use(cell) for the cells at most reach_mm from a place, along each axis.
  template <class Use>
  void around(const Eigen::Vector2d& at, double reach_mm, const Use& use) const {
    const auto range = [&](double middle, double from, int end) {
      return std::pair(std::max(0, static_cast<int>(std::ceil((middle - reach_mm - from) / cell_mm))),
                       std::min(end - 1, static_cast<int>((middle + reach_mm - from) / cell_mm)));
    };
    const auto [first_x, last_x] = range(at.x(), min_.x(), width_);
    const auto [first_y, last_y] = range(at.y(), min_.y(), height_);
    for (int y = first_y; y <= last_y; ++y)
      for (int x = first_x; x <= last_x; ++x) use(static_cast<std::size_t>(y * width_ + x));
  }
  [[nodiscard]] HeightMap smoothed(double sigma_mm) const {
    return along(true, sigma_mm).along(false, sigma_mm);
  }

 private:
  void draw(const std::array<Eigen::Vector3d, 3>& face) {
    const Eigen::Vector3d &a = face[0], &b = face[1], &c = face[2];
    const Eigen::Vector2d ab = (b - a).head<2>(), ac = (c - a).head<2>();
    const double area = ab.x() * ac.y() - ab.y() * ac.x();
    if (std::abs(area) < 1e-9) return;
    const Eigen::Vector2d middle = 0.5 * (a.cwiseMin(b).cwiseMin(c) + a.cwiseMax(b).cwiseMax(c)).head<2>();
    const double reach_mm =
        0.5 * (a.cwiseMax(b).cwiseMax(c) - a.cwiseMin(b).cwiseMin(c)).head<2>().maxCoeff();
    around(middle, reach_mm + 1e-9, [&](std::size_t cell) {
      const Eigen::Vector2d p = place(cell).head<2>() - a.head<2>();
      const double u = (p.x() * ac.y() - p.y() * ac.x()) / area;
      const double v = (ab.x() * p.y() - ab.y() * p.x()) / area;
      if (u < 0 || v < 0 || u + v > 1) return;
      z_[cell] = std::max(z_[cell], a.z() + u * (b.z() - a.z()) + v * (c.z() - a.z()));
    });
  }

  //! Smoothed along x or y; what is outside the crown has no weight.
  [[nodiscard]] HeightMap along(bool x, double sigma_mm) const {
    HeightMap result = *this;
    const int reach = static_cast<int>(2.5 * sigma_mm / cell_mm), step = x ? 1 : width_,
              end = x ? width_ : height_;
    for (std::size_t cell = 0; cell < z_.size(); ++cell) {
      if (z_[cell] == nowhere) continue;
      const auto at = static_cast<int>(cell), own = x ? at % width_ : at / width_;
      double sum = 0, weights = 0;
      for (int k = std::max(-reach, -own); k <= std::min(reach, end - 1 - own); ++k) {
        const double value = z_[static_cast<std::size_t>(at + k * step)];
        if (value == nowhere) continue;
        const double weight = std::exp(-0.5 * std::pow(k * cell_mm / sigma_mm, 2));
        sum += weight * value;
        weights += weight;
      }
      result.z_[cell] = sum / weights;
    }
    return result;
  }

  Eigen::Vector2d min_;
  int width_ = 0, height_ = 0;
  std::vector<double> z_;
};

//! A place that is higher than all around it.
struct Summit {
  Eigen::Vector3d place;
  double prominence_mm = 0;  //!< how far one goes down at least on the way to a higher place
  double flat_mm = 0;        //!< radius of what is as high to within a scan's error
};

//! The highest point of the quadric that fits the heights around a place; the place itself where they have no summit.
Eigen::Vector3d top_of_quadric(const HeightMap& map, const Eigen::Vector3d& about, double reach_mm) {
  Matrix6d squares = Matrix6d::Zero();
  Vector6d heights = Vector6d::Zero();
  map.around(about.head<2>(), reach_mm, [&](std::size_t cell) {
    const Eigen::Vector3d d = map.place(cell) - about;
    const double r2 = d.head<2>().squaredNorm() / (reach_mm * reach_mm);
    if (r2 >= 1 || map.z(cell) == nowhere) return;
    Vector6d terms;
    terms << 1, d.x(), d.y(), d.x() * d.x(), d.x() * d.y(), d.y() * d.y();
    squares += (1 - r2) * terms * terms.transpose();
    heights += (1 - r2) * d.z() * terms;
  });
  const Vector6d q = solve_symmetric(squares, heights);
  Eigen::Matrix2d bend;
  bend << 2 * q[3], q[4], q[4], 2 * q[5];
  if (!q.allFinite() || eigenvalues(bend)[1] > -1e-3) return about;
  Eigen::Vector2d top = -bend.inverse() * q.segment<2>(1);
  if (top.norm() > reach_mm) return about;
  return about + Eigen::Vector3d(top.x(), top.y(), q[0] + 0.5 * q.segment<2>(1).dot(top));
}

//! All summits that rise by more than a scan's error above their surroundings, by flooding from the top.
std::vector<Summit> summits_of(const HeightMap& map, double reach_mm) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t cell = 0; cell < map.size(); ++cell)
    if (map.z(cell) != nowhere) order.push_back(cell);
  std::ranges::stable_sort(order, [&](auto a, auto b) { return map.z(a) > map.z(b); });
  UnionFind sets(map.size());
  std::vector<std::uint32_t> peak(map.size());  // of each set, by its root
  std::vector<char> flooded(map.size(), 0);
  std::vector<Summit> summits;
  const auto add = [&](std::uint32_t cell, double prominence_mm) {
    if (prominence_mm < noise_mm) return;
    Summit summit{.place = map.place(cell), .prominence_mm = prominence_mm};
    int flat = 0;
    map.around(summit.place.head<2>(), 2,
               [&](std::size_t near) { flat += map.z(near) > map.z(cell) - noise_mm; });
    summit.flat_mm = HeightMap::cell_mm * std::sqrt(flat / std::numbers::pi);
    summit.place = top_of_quadric(map, summit.place, reach_mm);
    summits.push_back(summit);
  };
  for (const std::uint32_t cell : order) {
    peak[cell] = cell;
    flooded[cell] = 1;
    map.around(map.place(cell).head<2>(), 1.5 * HeightMap::cell_mm, [&](std::size_t near) {
      if (flooded[near] == 0) return;
      const std::uint32_t a = sets.root(cell), b = sets.root(static_cast<std::uint32_t>(near));
      if (a == b) return;
      const auto [high, low] =
          map.z(peak[a]) >= map.z(peak[b]) ? std::pair(peak[a], peak[b]) : std::pair(peak[b], peak[a]);
      if (low != cell) add(low, map.z(low) - map.z(cell));
      sets.join(a, b);
      peak[sets.root(a)] = high;
    });
  }
  if (!order.empty()) add(order.front(), map.z(order.front()) - map.z(order.back()));
  return summits;
}

//! Where a cusp is expected, in shares of half the crown's width and breadth (Wheeler's descriptions).
struct ExpectedCusp {
  LandmarkName name;
  double x, y;
};

std::vector<ExpectedCusp> expected_cusps(int fdi) {
  using enum LandmarkName;
  const bool upper = jaw_of(fdi) == Jaw::upper, milk = is_milk(fdi);
  const int place = place_of(fdi);
  const std::vector<ExpectedCusp> upper_molar = {
      {cusp_mb, 0.52, 0.53}, {cusp_db, -0.40, 0.51}, {cusp_ml, 0.34, -0.49}, {cusp_dl, -0.54, -0.55}};
  const std::vector<ExpectedCusp> lower_molar = {
      {cusp_mb, 0.45, 0.5}, {cusp_db, -0.44, 0.48}, {cusp_ml, 0.44, -0.5}, {cusp_dl, -0.40, -0.5}};
  const std::vector<ExpectedCusp> five = {{cusp_mb, 0.62, 0.48},
                                          {cusp_db, -0.02, 0.51},
                                          {cusp_d, -0.65, 0.30},
                                          {cusp_ml, 0.45, -0.51},
                                          {cusp_dl, -0.36, -0.51}};
  if (place < 3) return {};
  if (place == 3) return {{cusp, 0, 0}};
  if (upper) {
    const bool molar = place >= (milk ? 5 : 6);
    return molar ? upper_molar : std::vector<ExpectedCusp>{{cusp_b, 0, 0.62}, {cusp_l, 0.1, -0.6}};
  }
  if (place == (milk ? 5 : 6)) return five;
  if (place >= 6 || milk) return lower_molar;
  if (place == 4) return {{cusp_b, 0, 0.24}, {cusp_l, 0, -0.63}};
  return {{cusp_b, 0, 0.38}, {cusp_ml, 0.34, -0.6}, {cusp_dl, -0.46, -0.6}};
}

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

//! The summit of each expected cusp, or `none`: the choice with the least sum of squared distances less prominence.
struct CuspChoice {
  std::vector<std::size_t> summit = {};
  double cost = 0;
};

void choose_cusps(const std::vector<Eigen::Vector2d>& expected, const std::vector<Summit>& summits,
                  CuspChoice& now, CuspChoice& best) {
  constexpr double near_mm = 1, missing = 4, rising = 4;
  if (now.cost >= best.cost) return;
  const std::size_t i = now.summit.size();
  if (i == expected.size()) {
    best = now;
    return;
  }
  const double before = now.cost;
  const auto next = [&](std::size_t chosen, double cost) {
    now.summit.push_back(chosen);
    now.cost = before + cost;
    choose_cusps(expected, summits, now, best);
    now.summit.pop_back();
    now.cost = before;
  };
  for (std::size_t s = 0; s < summits.size(); ++s) {
    if (std::ranges::find(now.summit, s) != now.summit.end()) continue;
    const double away_mm = (summits[s].place.head<2>() - expected[i]).norm();
    const double flat = std::max(0.0, 0.5 - summits[s].prominence_mm);
    if (away_mm < 2.5) next(s, std::pow(away_mm / near_mm, 2) + rising * flat);
  }
  next(none, missing);
}

//! How far the contact point lies below the highest place of the crown: of incisors in the incisal third mesially and lower
//! distally, of premolars and molars where the occlusal and the middle third meet (Wheeler's descriptions). The lengths are means over
//! generated dentitions (--varied, seeds 1 to 6).
double contact_depth_mm(int fdi, bool mesial) {
  constexpr std::array<std::array<double, 2>, 7> upper = {
      {{2.5, 3.1}, {2.2, 2.8}, {2.5, 3.4}, {3.4, 3.5}, {3.4, 3.5}, {2.7, 3.1}, {2.3, 3.2}}};
  constexpr std::array<std::array<double, 2>, 7> lower = {
      {{1.8, 2.6}, {2.0, 2.5}, {2.9, 3.8}, {3.2, 3.3}, {2.8, 2.9}, {2.6, 2.8}, {2.7, 3.0}}};
  constexpr double milk_share = 0.65;  // heights of milk crowns against those of their successors
  const auto place = static_cast<std::size_t>(std::min(place_of(fdi), 7) - 1);
  const double depth_mm = (jaw_of(fdi) == Jaw::upper ? upper : lower)[place][mesial ? 0 : 1];
  return is_milk(fdi) ? milk_share * depth_mm : depth_mm;
}

//! A radius of doubt: with tooth labels from a file, and with those found on the scan, on a fine mesh, and what each mm of the
//! mesh's edges adds. The 95 % quantiles of tests/landmarks/landmarks.py on ten jaws of 16 000 and of 200 000 triangles (seeds 1101
//! to 1105; contact points 1 to 8 and 3001 to 3006); docs/ACCURACY.md, "Landmarks", has other seeds.
struct Spread {
  double given_mm, found_mm, per_edge;
};

constexpr Spread spread_of(LandmarkName name) {
  using enum LandmarkName;
  if (name == contact_mesial || name == contact_distal) return {1.45, 1.6, 0};
  if (name == facial_axis) return {0.55, 1.9, 0.15};
  if (name == gum_facial) return {1.0, 3.4, 0.2};
  if (name == gum_lingual) return {1.1, 4.9, 0.5};
  if (name == incisal_middle) return {0.4, 0.45, 0.15};
  if (name == groove_mb) return {0.4, 0.6, 0.8};
  return {0.3, 0.35, 0.3};
}

//! The doubt of a contact point along the arch: what makes the widths of 95 % of the crowns right within the root of the
//! sum of two squares (--varied seeds 1 to 6, 20 000 to 200 000 triangles).
constexpr Spread contact_along_arch = {0.10, 0.19, 0.25};

//! Finds the landmarks of one tooth, in its frame.
class LandmarkSearch {
 public:
  //! \param labels_found whether its label was found on the scan, not given
  LandmarkSearch(const FramedCrown& crown, bool labels_found)
      : crown_(crown), labels_found_(labels_found), map_(crown) {
    found_.reserve(all_names<LandmarkName>().size());  // at() points into it
    add_cusps();
    add_contact(LandmarkName::contact_mesial, 1);
    add_contact(LandmarkName::contact_distal, -1);
    add_groove();
    add_incisal_middle();
    add_gum_and_facial_axis();
  }
  [[nodiscard]] std::vector<ToothLandmark> found() && { return std::move(found_); }

 private:
  [[nodiscard]] double doubt_mm(const Spread& spread) const {
    return (labels_found_ ? spread.found_mm : spread.given_mm) + spread.per_edge * crown_.edge_mm;
  }
  //! \param least_doubt_mm its radius is at least that
  void add(LandmarkName name, const Eigen::Vector3d& place, double least_doubt_mm = 0) {
    const double radius_mm = std::max(doubt_mm(spread_of(name)), least_doubt_mm);
    found_.push_back({name, crown_.tooth->fdi, place, radius_mm});
  }
  [[nodiscard]] const ToothLandmark* at(LandmarkName name) const {
    return landmark_named(found_, crown_.tooth->fdi, name);
  }

  void add_cusps() {
    const std::vector<ExpectedCusp> cusps = expected_cusps(crown_.tooth->fdi);
    if (cusps.empty()) return;
    const double sigma_mm = std::max(0.15, 0.35 * crown_.edge_mm), reach_mm = std::max(0.45, crown_.edge_mm);
    const std::vector<Summit> summits = summits_of(map_.smoothed(sigma_mm), reach_mm);
    std::vector<Eigen::Vector2d> expected;
    for (const ExpectedCusp& cusp : cusps)
      expected.emplace_back(cusp.x * crown_.half().x(), cusp.y * crown_.half().y());
    CuspChoice now, best{.cost = std::numeric_limits<double>::infinity()};
    choose_cusps(expected, summits, now, best);
    for (std::size_t i = 0; i < cusps.size(); ++i) {
      if (best.summit[i] == none) continue;
      const Summit& summit = summits[best.summit[i]];
      add(cusps[i].name, summit.place, summit.flat_mm);
    }
  }

  //! Where the crown reaches farthest mesially (sign 1) or distally, at the height where neighbours meet.
  void add_contact(LandmarkName name, double sign) {
    constexpr double window_mm = 1.7;       // above and below that height
    constexpr double over_gum_mm = 0.5;     // below it where no neighbour is: a label may run onto the gum
    constexpr double tip_mm2 = 0.2;         // one triangle of a coarse scan; noise moves less than that
    constexpr double facet_mm = 0.2;        // what reaches nearly as far shows where the contact lies across
    constexpr double beyond_middle = 0.03;  // of an edge: the wall between the middles of its faces
    const double height = crown_.half().z() - contact_depth_mm(crown_.tooth->fdi, sign > 0);
    std::vector<double> border_y;
    bool has_neighbour = false;
    for (const BorderPlace& place : crown_.border) {
      if (place.other == 0 || sign * place.at.x() < 0) continue;
      has_neighbour = true;
      if (std::abs(place.at.z() - height) < 1) border_y.push_back(place.at.y());
    }
    struct Piece {
      double out, y, area;
    };
    std::vector<Piece> pieces;
    for (const auto& [a, b, c] : crown_.faces) {
      const Eigen::Vector3d middle = (a + b + c) / 3, twice_area = (b - a).cross(c - a);
      const double above = middle.z() - height;
      const bool outward = sign * crown_.hand * twice_area.x() > 0 && sign * middle.x() > 0;
      if (outward && above < window_mm && above > -(has_neighbour ? window_mm : over_gum_mm))
        pieces.push_back({sign * middle.x(), middle.y(), 0.5 * twice_area.norm()});
    }
    if (pieces.empty()) return;
    std::ranges::stable_sort(pieces, std::greater{}, &Piece::out);
    double area = 0, out = 0;
    for (const Piece& piece : pieces) {
      const double share = std::min(piece.area, tip_mm2 - area);
      if (share <= 0) break;
      out += share * piece.out;
      area += share;
    }
    out /= area;
    double y = 0, weights = 0;
    for (const Piece& piece : pieces) {
      if (piece.out < out - facet_mm) break;
      y += piece.area * piece.y;
      weights += piece.area;
    }
    y /= weights;
    if (border_y.size() >= 3) {  // the contact lies between the niches on both sides
      const auto [least, most] = std::ranges::minmax(border_y);
      y = 0.5 * y + 0.25 * (least + most);
    }
    const bool premolar =
        !is_milk(crown_.tooth->fdi) && (place_of(crown_.tooth->fdi) == 4 || place_of(crown_.tooth->fdi) == 5);
    if (premolar) y *= 0.4;  // their contacts are in the middle; the places above say little
    // The last crown ends before gum, onto which a label may run, and its corner lies anywhere across.
    constexpr double open_end_mm = 2.2, open_end = 1.4;
    add(name, {sign * (out + beyond_middle * crown_.edge_mm), y, height}, has_neighbour ? 0 : open_end_mm);
    found_.back().along_arch = {1, 0, 0};
    found_.back().along_arch_mm = doubt_mm(contact_along_arch) * (has_neighbour ? 1 : open_end);
  }

  //! The highest place over each x, where y is between two values.
  [[nodiscard]] std::map<int, Eigen::Vector3d> crest(double from_x, double to_x, double from_y,
                                                     double to_y) const {
    std::map<int, Eigen::Vector3d> crest;
    for (std::size_t cell = 0; cell < map_.size(); ++cell) {
      const Eigen::Vector3d p = map_.place(cell);
      if (p.z() == nowhere || p.x() < from_x || p.x() > to_x || p.y() < from_y || p.y() > to_y) continue;
      const auto [at, is_new] =
          crest.try_emplace(static_cast<int>(std::lround(p.x() / HeightMap::cell_mm)), p);
      if (p.z() > at->second.z()) at->second = p;
    }
    return crest;
  }

  //! The lowest place of the ridge between the mesiobuccal and the next buccal cusp.
  void add_groove() {
    const ToothLandmark *const mesial = at(LandmarkName::cusp_mb), *const distal = at(LandmarkName::cusp_db);
    if (mesial == nullptr || distal == nullptr) return;
    constexpr double aside_mm = 1;
    const auto [low, high] = std::minmax(mesial->position_mm.y(), distal->position_mm.y());
    const auto ridge =
        crest(distal->position_mm.x(), mesial->position_mm.x(), low - aside_mm, high + aside_mm);
    const Eigen::Vector3d* lowest = nullptr;
    for (const auto& [x, place] : ridge)
      if (lowest == nullptr || place.z() < lowest->z()) lowest = &place;
    if (lowest != nullptr) add(LandmarkName::groove_mb, *lowest);
  }

  void add_incisal_middle() {
    if (place_of(crown_.tooth->fdi) > 2) return;
    const double middle = 0.5 * (at(LandmarkName::contact_mesial)->position_mm.x() +
                                 at(LandmarkName::contact_distal)->position_mm.x());
    const auto edge = crest(middle - 0.15, middle + 0.15, nowhere, -nowhere);
    const Eigen::Vector3d* best = nullptr;
    for (const auto& [x, place] : edge)
      if (best == nullptr || std::abs(place.x() - middle) < std::abs(best->x() - middle)) best = &place;
    if (best != nullptr) add(LandmarkName::incisal_middle, *best);
  }

  //! The gum's margin on one side at x.
  [[nodiscard]] std::optional<Eigen::Vector3d> gum_margin(double x, double sign) const {
    const double reach_mm = std::max(0.5, 1.2 * crown_.edge_mm);
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    double weights = 0;
    for (const BorderPlace& border : crown_.border) {
      const double off = std::abs(border.at.x() - x);
      if (border.other != 0 || sign * border.at.y() < 0 || off > reach_mm) continue;
      const double weight = 1 - off / reach_mm;
      sum += weight * border.at;
      weights += weight;
    }
    if (weights == 0) return std::nullopt;
    Eigen::Vector3d place = sum / weights;
    place.x() = x;
    return place;
  }

  //! The crown's surface on the cheek's side at (x, z).
  [[nodiscard]] std::optional<Eigen::Vector3d> facial_surface(double x, double z) const {
    double farthest = nowhere;
    for (const auto& [a, b, c] : crown_.faces) {
      const auto flat = [](const Eigen::Vector3d& p) { return Eigen::Vector2d(p.x(), p.z()); };
      const Eigen::Vector2d ab = flat(b - a), ac = flat(c - a), p = Eigen::Vector2d(x, z) - flat(a);
      const double area = ab.x() * ac.y() - ab.y() * ac.x();
      if (std::abs(area) < 1e-9) continue;
      const double u = (p.x() * ac.y() - p.y() * ac.x()) / area, v = (ab.x() * p.y() - ab.y() * p.x()) / area;
      if (u < 0 || v < 0 || u + v > 1) continue;
      farthest = std::max(farthest, a.y() + u * (b.y() - a.y()) + v * (c.y() - a.y()));
    }
    if (farthest == nowhere) return std::nullopt;
    return Eigen::Vector3d(x, farthest, z);
  }

  void add_gum_and_facial_axis() {
    using enum LandmarkName;
    const ToothLandmark* end = nullptr;
    for (const LandmarkName name : {groove_mb, cusp, cusp_b, incisal_middle})
      if (end == nullptr) end = at(name);
    if (const auto lingual = gum_margin(0, -1)) add(gum_lingual, *lingual);
    if (end == nullptr) return;
    const Eigen::Vector3d top = end->position_mm;
    const auto gum = gum_margin(top.x(), 1);
    if (!gum) return;
    add(gum_facial, *gum);
    if (const auto place = facial_surface(top.x(), 0.5 * (gum->z() + top.z()))) add(facial_axis, *place);
  }

  const FramedCrown& crown_;
  bool labels_found_;
  HeightMap map_;
  std::vector<ToothLandmark> found_;
};

}  // namespace

std::vector<ToothLandmark> find_landmarks(const Solid& jaw, std::span<const ToothAxes> teeth,
                                          const Eigen::Isometry3d& case_from_jaw) {
  std::vector<ToothLandmark> landmarks;
  for (const FramedCrown& crown : crowns_of(jaw, teeth, case_from_jaw)) {
    const Eigen::Isometry3d jaw_from_tooth =
        (crown.tooth->tooth_from_case() * case_from_jaw).inverse(Eigen::Isometry);
    const double doubt = belief_in(jaw, crown.tooth->fdi).sure ? 1 : 2;
    for (ToothLandmark& landmark : LandmarkSearch(crown, !jaw.estimated_teeth.empty()).found()) {
      landmark.position_mm = jaw_from_tooth * landmark.position_mm;
      landmark.along_arch = jaw_from_tooth.linear() * landmark.along_arch;
      landmark.radius_mm *= doubt;
      landmark.along_arch_mm *= doubt;
      landmarks.push_back(landmark);
    }
  }
  return landmarks;
}

const ToothLandmark* landmark_named(std::span<const ToothLandmark> landmarks, int fdi, LandmarkName name) {
  const auto found = std::ranges::find_if(
      landmarks, [&](const ToothLandmark& each) { return each.fdi == fdi && each.name == name; });
  return found == landmarks.end() ? nullptr : &*found;
}

std::optional<CrownWidth> crown_width(std::span<const ToothLandmark> landmarks, int fdi) {
  const ToothLandmark *const mesial = landmark_named(landmarks, fdi, LandmarkName::contact_mesial),
                             *const distal = landmark_named(landmarks, fdi, LandmarkName::contact_distal);
  if (mesial == nullptr || distal == nullptr) return std::nullopt;
  const Eigen::Vector3d way = mesial->position_mm - distal->position_mm;
  const Eigen::Vector3d& along = mesial->along_arch.isZero() ? distal->along_arch : mesial->along_arch;
  return CrownWidth{along.isZero() ? way.norm() : std::abs(along.dot(way)),
                    std::hypot(mesial->doubt_along_arch_mm(), distal->doubt_along_arch_mm())};
}

namespace {

bool is_cusp(LandmarkName name) { return name <= LandmarkName::cusp; }

//! Tooth and name of the found landmark that one without a tooth stands for; false where none is near.
bool take_number(ToothLandmark& given, std::span<const ToothLandmark> found) {
  double nearest_mm = 3;
  const ToothLandmark* nearest = nullptr;
  for (const ToothLandmark& each : found) {
    const bool fits = given.name == LandmarkName::cusp ? is_cusp(each.name) : each.name == given.name;
    const double away_mm = (each.position_mm - given.position_mm).norm();
    if (!fits || away_mm >= nearest_mm) continue;
    nearest_mm = away_mm;
    nearest = &each;
  }
  if (nearest == nullptr) return false;
  given.fdi = nearest->fdi;
  given.name = nearest->name;
  return true;
}

}  // namespace

std::vector<ToothLandmark> with_given(std::vector<ToothLandmark> found, std::vector<ToothLandmark> given) {
  std::erase_if(given, [&](ToothLandmark& each) { return each.fdi == 0 && !take_number(each, found); });
  for (ToothLandmark& each : given) {
    if (const ToothLandmark* const old = landmark_named(found, each.fdi, each.name))
      each.along_arch = old->along_arch;
  }
  std::erase_if(
      found, [&](const ToothLandmark& old) { return landmark_named(given, old.fdi, old.name) != nullptr; });
  found.insert(found.end(), given.begin(), given.end());
  std::ranges::stable_sort(found, {}, [](const ToothLandmark& each) {
    return std::pair(*jaw_of(each.fdi), place_along_arch(each.fdi));
  });
  return found;
}

std::vector<ToothLandmark> landmarks_of(const Case& bite_case, std::vector<ToothLandmark> given) {
  const Bite& bite = bite_case.bite;
  std::vector<ToothLandmark> landmarks =
      find_landmarks(*bite.upper, bite_case.upper_axes, bite.case_from(Jaw::upper));
  const std::vector<ToothLandmark> lower =
      find_landmarks(*bite.lower, bite_case.lower_axes, bite.case_from(Jaw::lower));
  landmarks.insert(landmarks.end(), lower.begin(), lower.end());
  landmarks = with_given(std::move(landmarks), std::move(given));
  for (ToothLandmark& landmark : landmarks) {
    const Eigen::Isometry3d pose = bite.case_from(*jaw_of(landmark.fdi));
    landmark.position_mm = pose * landmark.position_mm;
    landmark.along_arch = pose.linear() * landmark.along_arch;
  }
  return landmarks;
}

}  // namespace intercusp
