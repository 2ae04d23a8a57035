#include "occlusion/teeth/crowns.h"

#include <Eigen/Geometry>
#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

#include "occlusion/geometry/adjacency.h"
#include "occlusion/teeth/tuning.h"

namespace intercusp {
namespace {

struct Crest {
  std::map<int, double> core_mm2;  //!< area in the core of each tooth
  double first_mm = 1e9, last_mm = -1e9;
  int tooth = -1;
  [[nodiscard]] double of(int number) const {
    const auto at = core_mm2.find(number);
    return at == core_mm2.end() ? 0 : at->second;
  }
};

std::map<int, Crest> crests_of(std::span<const int> crest, std::span<const int> seed,
                               const SurfaceShape& shape, std::span<const ArchPoint> places) {
  std::map<int, Crest> crests;
  for (std::size_t v = 0; v < crest.size(); ++v) {
    if (crest[v] < 0) continue;
    Crest& c = crests[crest[v]];
    c.first_mm = std::min(c.first_mm, places[v].along_mm);
    c.last_mm = std::max(c.last_mm, places[v].along_mm);
    if (seed[v] >= 0) c.core_mm2[seed[v]] += shape.area_mm2[v];
  }
  return crests;
}

//! Each crest goes to the tooth that holds the largest part of it. A tooth keeps its last
//! crest if the other tooth has more.
void give_to_teeth(std::map<int, Crest>& crests, const ArchReading& reading) {
  std::vector<int> owned(reading.teeth.size(), 0);
  for (auto& [id, crest] : crests) {
    for (const auto& [tooth, mm2] : crest.core_mm2)
      if (mm2 > crest.of(crest.tooth)) crest.tooth = tooth;
    if (crest.tooth < 0) continue;
    const ArchTooth& tooth = reading.teeth[static_cast<std::size_t>(crest.tooth)];
    if (crest.last_mm - crest.first_mm > tuning.crowns.longest_crest * reading.size *
                                             tooth_size(reading.jaw, tooth.place, tooth.milk).mesiodistal_mm)
      crest.tooth = -1;
    else
      ++owned[static_cast<std::size_t>(crest.tooth)];
  }
  for (std::size_t t = 0; t < owned.size(); ++t) {
    if (owned[t] > 0) continue;
    const int tooth = static_cast<int>(t);
    Crest* best = nullptr;
    for (auto& [id, crest] : crests) {
      if (crest.tooth >= 0 && owned[static_cast<std::size_t>(crest.tooth)] > 1 && crest.of(tooth) > 0 &&
          (!best || crest.of(tooth) > best->of(tooth)))
        best = &crest;
    }
    if (!best) continue;
    --owned[static_cast<std::size_t>(best->tooth)];
    best->tooth = tooth;
    ++owned[t];
  }
}

//! Gives each crest as a whole to one tooth, even where a neighbour overlaps it along
//! the arch, as in crowded arches.
//! \param seed the tooth whose core contains the vertex, or negative
//! \param top whether a vertex lies near a biting surface
//! \return `seed`, changed where several cores share a crest
std::vector<int> seeds_with_whole_crests(std::vector<int> seed, std::span<const char> top,
                                         const TriangleMesh& mesh, const SurfaceShape& shape,
                                         std::span<const ArchPoint> places, const ArchReading& reading) {
  const std::vector<int> crest = crest_of_each_vertex(top, mesh, shape);
  std::map<int, Crest> crests = crests_of(crest, seed, shape, places);
  give_to_teeth(crests, reading);
  for (std::size_t v = 0; v < seed.size(); ++v) {
    if (crest[v] < 0) continue;
    const Crest& c = crests[crest[v]];
    if (c.tooth >= 0 && c.core_mm2.size() > 1) seed[v] = c.tooth;
  }
  return seed;
}

constexpr int unknown = -2;
constexpr int gum = -1;
struct Prior {
  std::vector<int> seed;       //!< tooth, gum or unknown
  std::vector<int> tooth;      //!< the tooth that the vertex may belong to, or gum
  std::vector<double> belief;  //!< probability that it does
  std::vector<char> top;       //!< near a biting surface
};

double logistic(double z) { return 1 / (1 + std::exp(-z)); }

//! Distance to the nearer border along the arch, mm; negative beyond it.
double margin_of(const ArchTooth& tooth, const ArchPoint& p) {
  return std::min(p.along_mm - tooth.first_mm - tooth.first_slant * p.across_mm,
                  tooth.last_mm + tooth.last_slant * p.across_mm - p.along_mm);
}

double half_breadth_mm(const ArchReading& reading, const ArchTooth& tooth) {
  return 0.5 * tooth_size(reading.jaw, tooth.place, tooth.milk).buccolingual_mm * reading.size;
}

//! The biting surface of a tooth; that of a molar may be tilted.
struct BitingPlane {
  double top_mm = -1e9, slope = 0, middle_mm = 0;
  [[nodiscard]] double depth(const ArchPoint& p) const {
    return top_mm + slope * (p.across_mm - middle_mm) - p.height_mm;
  }
};

std::vector<BitingPlane> biting_planes(const std::vector<ArchPoint>& places, const ArchReading& reading) {
  std::vector<BitingPlane> planes(reading.teeth.size());
  for (std::size_t t = 0; t < reading.teeth.size(); ++t) {
    const ArchTooth& tooth = reading.teeth[t];
    const double half = half_breadth_mm(reading, tooth);
    double inner = -1e9, outer = -1e9;
    double inner_at = 0, outer_at = 0;
    for (const ArchPoint& p : places) {
      const double across = p.across_mm - tooth.middle_mm;
      if (p.height_mm > tuning.arch.stray_height_mm || std::abs(across) > half ||
          margin_of(tooth, p) < 0.1 * (tooth.last_mm - tooth.first_mm))
        continue;
      if (across < -0.15 * half && p.height_mm > inner) {
        inner = p.height_mm;
        inner_at = across;
      }
      if (across > 0.15 * half && p.height_mm > outer) {
        outer = p.height_mm;
        outer_at = across;
      }
      planes[t].top_mm = std::max(planes[t].top_mm, p.height_mm);
    }
    planes[t].middle_mm = tooth.middle_mm;
    if (kind_at(tooth.place) < 6 || inner < -100 || outer < -100 || outer_at - inner_at < half * 0.6)
      continue;
    planes[t].slope =
        std::clamp((outer - inner) / (outer_at - inner_at), -tuning.crowns.steepest, tuning.crowns.steepest);
    planes[t].top_mm = inner - planes[t].slope * inner_at;
  }
  return planes;
}

//! True on the floor of a fossa. A cut between crown and gum must not run through it, or the
//! cusp behind it would be lost.
bool in_fossa(const ArchTooth& tooth, const Eigen::Vector3d& normal, const Eigen::Matrix3d& curvature,
              const Eigen::Vector3d& up) {
  return kind_at(tooth.place) >= 6 && normal.dot(up) > tuning.crowns.fossa_facing &&
         is_concave(curvature, tuning.crowns.fossa_bend);
}

//! Log odds that a crown of usual size covers a place.
//! \param margin distance to the nearer neighbour, mm
double usual_crown(double crown_mm, double width_mm, double half_breadth, double depth, double across,
                   double margin) {
  const double from_middle = 1 - 2 * margin / width_mm;  // 1 at the neighbours
  const double scallop = tuning.crowns.papilla * (0.4 - std::min(1.5, from_middle * from_middle));
  return std::min({((tuning.crowns.usual_depth + scallop) * crown_mm - depth) / tuning.crowns.soft_mm,
                   (half_breadth - 0.3 - across) / tuning.crowns.soft_mm, margin + 0.5});
}

//! Seeds and beliefs: cores of crowns, gum far from them, and the extent of crowns of usual size.
Prior prior_of(const std::vector<ArchPoint>& places, const ArchReading& reading, const SurfaceShape& shape,
               const Eigen::Vector3d& up) {
  const std::size_t n = places.size();
  Prior prior{std::vector<int>(n, gum), std::vector<int>(n, gum), std::vector<double>(n, 0),
              std::vector<char>(n, 0)};
  const std::vector<BitingPlane> planes = biting_planes(places, reading);
  for (std::size_t v = 0; v < n; ++v) {
    const ArchPoint& p = places[v];
    double best = 0;
    for (std::size_t t = 0; t < reading.teeth.size(); ++t) {
      const ArchTooth& tooth = reading.teeth[t];
      const double width = tooth.last_mm - tooth.first_mm;
      const double half = half_breadth_mm(reading, tooth);
      const double crown = crown_height_mm(reading.jaw, tooth.place, tooth.milk) * reading.size;
      const double depth = planes[t].depth(p);
      const double across = std::abs(p.across_mm - tooth.middle_mm);
      const double margin = margin_of(tooth, p);
      if (!(across < half + tuning.crowns.gum_beyond_mm && margin > -tuning.crowns.gum_beyond_mm &&
            depth < tuning.crowns.gum_depth * crown))
        continue;
      if (depth < tuning.crowns.core_depth * crown && across < half + tuning.crowns.crest_beyond_mm)
        prior.top[v] = 1;
      const bool on_top =
          depth < tuning.crowns.core_depth * crown && across < half * tuning.crowns.core_breadth;
      const bool on_floor = depth < tuning.crowns.fossa_depth * crown &&
                            across < half * tuning.crowns.fossa_breadth &&
                            in_fossa(tooth, shape.normal[v], shape.curvature[v], up);
      if (margin > tuning.crowns.core_inset * width && (on_top || on_floor)) {
        prior.seed[v] = static_cast<int>(t);
        break;
      }
      prior.seed[v] = unknown;
      const double belief = logistic(usual_crown(crown, width, half, depth, across, margin));
      if (belief > best) {
        best = belief;
        prior.tooth[v] = static_cast<int>(t);
        prior.belief[v] = belief;
      }
    }
  }
  return prior;
}

struct MeshEdge {
  std::uint32_t a, b;
  double conductance;
};

std::vector<MeshEdge> edges_of(const TriangleMesh& mesh, const SurfaceShape& shape) {
  std::vector<MeshEdge> edges;
  for_each_edge(mesh, [&](std::uint32_t a, std::uint32_t b, std::span<const EdgeSide>) {
    const Eigen::Vector3d e = (mesh.vertices[b] - mesh.vertices[a]).normalized();
    const double bend = 0.5 * (e.dot(shape.curvature[a] * e) + e.dot(shape.curvature[b] * e));
    edges.push_back({a, b,
                     std::max(tuning.crowns.least_conductance,
                              std::exp(std::min(0.0, bend) / tuning.crowns.usual_bend))});
  });
  return edges;
}

//! Takes the window of the given width that holds most places, and returns the middle
//! between its 4 % and 96 % quantiles.
//! \param places sorted
double middle_of_densest(std::span<const double> places, double width) {
  std::size_t first = 0, count = 0;
  for (std::size_t i = 0, end = 0; i < places.size(); ++i) {
    while (end < places.size() && places[end] <= places[i] + width) ++end;
    if (end - i <= count) continue;
    first = i;
    count = end - i;
  }
  return 0.5 * (places[first + count / 25] + places[first + count - 1 - count / 25]);
}

constexpr double fixed = 1e6;  //!< pull of a face whose side is known

double log_odds(const Prior& prior, std::uint32_t vertex) {
  const double belief = prior.seed[vertex] >= 0 ? 1 : prior.belief[vertex];
  const double p = std::clamp(belief, tuning.crowns.least_belief, 1 - tuning.crowns.least_belief);
  return std::log(p / (1 - p));
}

//! Pull of each face: positive towards a crown, negative towards gum.
std::vector<double> pulls_of(const TriangleMesh& mesh, const std::vector<double>& area_mm2,
                             const Prior& prior) {
  std::vector<double> pull(mesh.faces.size());
  for (std::size_t f = 0; f < pull.size(); ++f) {
    int cores = 0, gums = 0;
    double odds = 0;
    for (const std::uint32_t v : mesh.faces[f]) {
      cores += prior.seed[v] >= 0 ? 1 : 0;
      gums += prior.seed[v] == gum ? 1 : 0;
      odds += log_odds(prior, v) / 3;
    }
    pull[f] = cores == 3 ? fixed : gums == 3 ? -fixed : area_mm2[f] * odds;
  }
  return pull;
}

//! Decides crown or gum for each face by the cheapest border between the cores and the far gum. Borders along
//! creases are cheap; departing from the usual size of a crown costs. The scan's margin counts as gum.
std::vector<char> crown_faces(const TriangleMesh& mesh, const SurfaceShape& shape, const Prior& prior) {
  std::vector<double> area_mm2(mesh.faces.size());
  for (std::size_t f = 0; f < area_mm2.size(); ++f)
    area_mm2[f] = 0.5 * face_normal_twice_area(mesh, f).norm();
  std::vector<double> pull = pulls_of(mesh, area_mm2, prior);
  std::vector<CutEdge> cut;
  for_each_edge(mesh, [&](std::uint32_t a, std::uint32_t b, std::span<const EdgeSide> sides) {
    const Eigen::Vector3d along = mesh.vertices[b] - mesh.vertices[a];
    if (sides.size() == 1) pull[sides[0].face] -= tuning.crowns.cut_cost * along.norm();
    if (sides.size() != 2 || (pull[sides[0].face] <= -fixed && pull[sides[1].face] <= -fixed)) return;
    const Eigen::Vector3d across = (shape.normal[a] + shape.normal[b]).cross(along).stableNormalized();
    const double bend =
        0.5 * (across.dot(shape.curvature[a] * across) + across.dot(shape.curvature[b] * across));
    cut.push_back(
        {sides[0].face, sides[1].face,
         tuning.crowns.cut_cost * along.norm() *
             std::max(tuning.crowns.least_cost, std::exp(std::min(0.0, bend) / tuning.crowns.crease_bend))});
  });
  return minimum_cut(pull, cut);
}

//! A vertex belongs to the crown if most of the angle around it does.
std::vector<char> crown_vertices(const TriangleMesh& mesh, const std::vector<char>& crown_face,
                                 const Prior& prior) {
  std::vector<double> balance(mesh.vertices.size(), 0);
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const Face& face = mesh.faces[f];
    for (std::size_t i = 0; i < 3; ++i) {
      const Eigen::Vector3d &corner = mesh.vertices[face[i]], p = mesh.vertices[face[(i + 1) % 3]] - corner,
                            q = mesh.vertices[face[(i + 2) % 3]] - corner;
      balance[face[i]] += (crown_face[f] ? 1 : -1) * std::atan2(p.cross(q).norm(), p.dot(q));
    }
  }
  std::vector<char> crown(balance.size());
  for (std::size_t v = 0; v < crown.size(); ++v)
    crown[v] = prior.seed[v] >= 0 || (prior.seed[v] == unknown && balance[v] > 0);
  return crown;
}

}  // namespace

ArchReading with_middles(ArchReading reading, const SurfaceShape& shape,
                         const std::vector<ArchPoint>& places) {
  const std::vector<BitingPlane> planes = biting_planes(places, reading);
  const std::size_t n = places.size();
  for (std::size_t t = 0; t < reading.teeth.size(); ++t) {
    ArchTooth& tooth = reading.teeth[t];
    const double half = half_breadth_mm(reading, tooth);
    std::vector<double> across;
    for (std::size_t v = 0; v < n; ++v) {
      const ArchPoint& p = places[v];
      if (p.height_mm < tuning.arch.stray_height_mm && planes[t].depth(p) < tuning.crowns.middle_depth_mm &&
          shape.curvature[v].norm() > tuning.crowns.middle_bend && !shape.near_margin[v] &&
          std::abs(p.across_mm - tooth.middle_mm) < half + tuning.crowns.middle_beyond_mm &&
          margin_of(tooth, p) > 0.15 * (tooth.last_mm - tooth.first_mm))
        across.push_back(p.across_mm);
    }
    if (across.size() < 20) continue;
    std::sort(across.begin(), across.end());
    tooth.middle_mm = middle_of_densest(across, 2 * half);
  }
  return reading;
}

std::vector<int> crown_of_each_vertex(const TriangleMesh& mesh, const SurfaceShape& shape,
                                      const std::vector<ArchPoint>& places, const ArchReading& reading,
                                      const Eigen::Vector3d& up) {
  Prior prior = prior_of(places, reading, shape, up);
  prior.seed = seeds_with_whole_crests(std::move(prior.seed), prior.top, mesh, shape, places, reading);
  const std::vector<MeshEdge> edges = edges_of(mesh, shape);
  const std::vector<char> crown = crown_vertices(mesh, crown_faces(mesh, shape, prior), prior);
  std::vector<int> label = prior.seed;
  const std::size_t n = mesh.vertices.size();
  std::vector<int> row(n, -1);
  int rows = 0;
  for (std::size_t v = 0; v < n; ++v) {
    if (!crown[v])
      label[v] = gum;
    else if (label[v] == unknown)
      row[v] = rows++;
  }
  const auto fields = static_cast<Eigen::Index>(reading.teeth.size());
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::MatrixXd right = Eigen::MatrixXd::Zero(rows, fields);
  Eigen::VectorXd diagonal = Eigen::VectorXd::Constant(rows, 1e-9);
  for (const MeshEdge& e : edges) {
    if (!crown[e.a] || !crown[e.b]) continue;
    for (const auto& [from, to] : {std::pair{e.a, e.b}, std::pair{e.b, e.a}}) {
      if (row[from] < 0) continue;
      diagonal[row[from]] += e.conductance;
      if (row[to] >= 0)
        entries.emplace_back(row[from], row[to], -e.conductance);
      else
        right(row[from], label[to]) += e.conductance;
    }
  }
  for (int r = 0; r < rows; ++r) entries.emplace_back(r, r, diagonal[r]);
  Eigen::SparseMatrix<double> system(rows, rows);
  system.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver(system);
  const Eigen::MatrixXd field = solver.solve(right);
  for (std::size_t v = 0; v < n; ++v) {
    if (row[v] < 0) continue;
    Eigen::Index most = 0;
    const double value = field.row(row[v]).maxCoeff(&most);
    label[v] = value > 1e-3 ? static_cast<int>(most) : gum;  // an island without a core becomes gum
  }
  return label;
}

}  // namespace intercusp
