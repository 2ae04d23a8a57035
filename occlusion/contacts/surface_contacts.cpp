#include "occlusion/contacts/surface_contacts.h"

#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "occlusion/contacts/vote.h"
#include "occlusion/geometry/union_find.h"

namespace intercusp {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

//! What all thresholds have in common.
struct Scene {
  const SurfaceSide& side;
  Eigen::Isometry3d case_from_jaw;
  Eigen::Vector3d direction;  //!< of projected areas, in the jaw's frame
  const ClippedSurface& surface;
  const std::vector<int>& own_teeth;
  const std::vector<int>& other_teeth;
  const std::optional<ArchSides>& arch;

  [[nodiscard]] Eigen::Vector3d case_point(const SurfacePiece& piece, const Eigen::Vector3f& weights) const {
    const auto& [a, b, c] = side.jaw.mesh.faces[piece.face];
    const auto& vertices = side.jaw.mesh.vertices;
    return case_from_jaw * weighted({vertices[a], vertices[b], vertices[c]}, weights);
  }
};

int tooth_at(const std::vector<int>& teeth, std::uint32_t face) { return teeth.empty() ? 0 : teeth[face]; }

//! A piece's part within the threshold.
struct ContactPiece {
  const SurfacePiece* piece;
  double surface_mm2;
  double mean_mm;
  int patch = 0;  //!< from 0
};

//! The pieces that reach the greatest threshold: quarters, and faces that need none. By face, so that what is
//! summed does not depend on which piece was cut when.
std::vector<SurfacePiece> leaves_of(const ClippedSurface& surface) {
  const double greatest = *std::max_element(surface.thresholds_mm.begin(), surface.thresholds_mm.end());
  std::vector<std::uint32_t> order(surface.pieces.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(surface.pieces[a].whole.face, a) < std::pair(surface.pieces[b].whole.face, b);
  });
  std::vector<SurfacePiece> leaves;
  const auto add = [&](const SurfacePiece& piece) {
    if (piece.area_within(greatest) > 0) leaves.push_back(piece);
  };
  for (const std::uint32_t i : order) {
    const MeasuredPiece& piece = surface.pieces[i];
    if (piece.settled) {
      add(piece.whole);
    } else {
      for (const SurfacePiece& quarter : piece.quarters()) add(quarter);
    }
  }
  return leaves;
}

std::vector<ContactPiece> contact_pieces(const std::vector<SurfacePiece>& leaves, double threshold_mm) {
  std::vector<ContactPiece> contacts;
  for (const SurfacePiece& leaf : leaves) {
    const ClippedTriangle part = leaf.clip(threshold_mm);
    const double area = part.share * leaf.certain_share() * leaf.area_mm2;
    if (area > 0) contacts.push_back({.piece = &leaf, .surface_mm2 = area, .mean_mm = part.mean});
  }
  return contacts;
}

//! An edge of the mesh that is partly in contact, and the face that says so.
struct ContactEdge {
  std::uint64_t key;
  std::uint32_t face;
  bool operator<(const ContactEdge& other) const {
    return std::pair(key, face) < std::pair(other.key, other.face);
  }
};

//! All edges of a face in contact, and which of them are partly in contact themselves.
struct FaceEdges {
  std::vector<std::uint64_t> in_contact;  //!< sorted
  std::vector<ContactEdge> of_faces;      //!< sorted
};

//! Bit k: the edge opposite to corner k of its face is in contact at a corner of this piece.
unsigned edges_in_contact(const SurfacePiece& piece, double threshold_mm) {
  unsigned edges = 0;
  for (int corner = 0; corner < 3; ++corner) {
    if (!piece.corners[corner].certain || piece.corners[corner].distance_mm > threshold_mm) continue;
    for (int k = 0; k < 3; ++k) edges |= piece.weights[corner][k] == 0 ? 1U << k : 0U;
  }
  return edges;
}

FaceEdges edges_of(const Scene& scene, const std::vector<ContactPiece>& contacts, double threshold_mm) {
  FaceEdges edges;
  for (std::size_t i = 0; i < contacts.size();) {
    const std::uint32_t face = contacts[i].piece->face;
    unsigned in_contact = 0;
    for (; i < contacts.size() && contacts[i].piece->face == face; ++i) {
      in_contact |= edges_in_contact(*contacts[i].piece, threshold_mm);
    }
    const Face& vertices = scene.side.jaw.mesh.faces[face];
    for (int k = 0; k < 3; ++k) {
      const std::uint64_t a = vertices[(k + 1) % 3], b = vertices[(k + 2) % 3];
      const std::uint64_t key = a < b ? a << 32 | b : b << 32 | a;
      edges.of_faces.push_back({key, face});
      if ((in_contact >> k & 1U) != 0) edges.in_contact.push_back(key);
    }
  }
  std::sort(edges.in_contact.begin(), edges.in_contact.end());
  std::sort(edges.of_faces.begin(), edges.of_faces.end());
  return edges;
}

//! Numbers the patches: faces in contact joined over edges in contact.
std::size_t set_patches(const Scene& scene, std::vector<ContactPiece>& contacts, double threshold_mm) {
  std::vector<std::uint32_t> faces;
  for (const ContactPiece& contact : contacts) {
    if (faces.empty() || faces.back() != contact.piece->face) faces.push_back(contact.piece->face);
  }
  const auto place_of = [&](std::uint32_t face) {
    return static_cast<std::uint32_t>(std::lower_bound(faces.begin(), faces.end(), face) - faces.begin());
  };
  const FaceEdges edges = edges_of(scene, contacts, threshold_mm);
  UnionFind sets(faces.size());
  for (std::size_t i = 1; i < edges.of_faces.size(); ++i) {
    const ContactEdge &a = edges.of_faces[i - 1], &b = edges.of_faces[i];
    if (a.key == b.key && std::binary_search(edges.in_contact.begin(), edges.in_contact.end(), a.key)) {
      sets.join(place_of(a.face), place_of(b.face));
    }
  }
  std::vector<int> number(faces.size(), -1);
  int patches = 0;
  std::uint32_t place = 0;
  for (ContactPiece& contact : contacts) {
    if (faces[place] != contact.piece->face) ++place;
    int& patch = number[sets.root(place)];
    if (patch < 0) patch = patches++;
    contact.patch = patch;
  }
  return static_cast<std::size_t>(patches);
}

//! The least distance at the corners of a piece; none is above the threshold, as the piece is in contact.
double least_of(const SurfacePiece& piece) {
  double least = infinity;
  for (const SurfaceSample& corner : piece.corners) {
    if (corner.certain) least = std::min(least, corner.distance_mm);
  }
  return least;
}

//! What a patch, or the whole, sums up.
struct Sum {
  double surface_mm2 = 0, projected_mm2 = 0;
  double distance_mm3 = 0;  //!< integral of the distance over the area
  double least_mm = infinity;
  Sides sides;                                      //!< times area
  Eigen::Vector3d place = Eigen::Vector3d::Zero();  //!< times area
};

double projection_of(const Scene& scene, std::uint32_t face) {
  const Eigen::Vector3d normal = face_normal_twice_area(scene.side.jaw.mesh, face);
  return std::abs(normal.normalized().dot(scene.direction));
}

//! The other jaw's teeth that are closest to a piece, a third of it for each certain corner.
template <typename Use>
void for_each_other_tooth(const Scene& scene, const SurfacePiece& piece, const Use& use) {
  const double share = 1 / (3 * piece.certain_share());
  for (const SurfaceSample& corner : piece.corners) {
    if (corner.certain) use(tooth_at(scene.other_teeth, corner.other_face), share);
  }
}

void add(const Scene& scene, const ContactPiece& contact, Sum& sum) {
  const SurfacePiece& piece = *contact.piece;
  const Eigen::Vector3d place =
      scene.case_point(piece, (piece.weights[0] + piece.weights[1] + piece.weights[2]) / 3.0F);
  sum.surface_mm2 += contact.surface_mm2;
  sum.projected_mm2 += contact.surface_mm2 * projection_of(scene, piece.face);
  sum.distance_mm3 += contact.surface_mm2 * contact.mean_mm;
  sum.least_mm = std::min(sum.least_mm, least_of(piece));
  sum.place += contact.surface_mm2 * place;
  if (!scene.arch) return;
  const int own = tooth_at(scene.own_teeth, piece.face);
  for_each_other_tooth(scene, piece, [&](int other, double share) {
    const Sides sides = sides_of(*scene.arch, place, own, other);
    sum.sides.left += share * contact.surface_mm2 * sides.left;
    sum.sides.anterior += share * contact.surface_mm2 * sides.anterior;
  });
}

struct PatchSum {
  Sum sum;
  Vote own_tooth, other_tooth;
  std::vector<std::int32_t> own_faces, other_faces;
  std::uint32_t first_face = 0;
  double nearest_to_middle = infinity;
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
};

void add_face(std::vector<std::int32_t>& faces, std::uint32_t face) {
  const auto number = static_cast<std::int32_t>(face);
  if (faces.empty() || faces.back() != number) faces.push_back(number);
}

std::vector<PatchSum> patch_sums(const Scene& scene, const std::vector<ContactPiece>& contacts,
                                 std::size_t count, double threshold_mm) {
  std::vector<PatchSum> sums(count);
  for (const ContactPiece& contact : contacts) {
    PatchSum& patch = sums[contact.patch];
    const SurfacePiece& piece = *contact.piece;
    if (patch.own_faces.empty()) patch.first_face = piece.face;
    add(scene, contact, patch.sum);
    patch.own_tooth.add(tooth_at(scene.own_teeth, piece.face), contact.surface_mm2);
    for_each_other_tooth(scene, piece, [&](int tooth, double share) {
      patch.other_tooth.add(tooth, share * contact.surface_mm2);
    });
    add_face(patch.own_faces, piece.face);
    for (const SurfaceSample& corner : piece.corners) {
      if (corner.certain && corner.distance_mm <= threshold_mm)
        add_face(patch.other_faces, corner.other_face);
    }
  }
  for (const ContactPiece& contact : contacts) {
    PatchSum& patch = sums[contact.patch];
    const Eigen::Vector3d mean = patch.sum.place / patch.sum.surface_mm2;
    for (int i = 0; i < 3; ++i) {
      if (contact.piece->corners[i].distance_mm > threshold_mm) continue;
      const Eigen::Vector3d place = scene.case_point(*contact.piece, contact.piece->weights[i]);
      const double off = (place - mean).squaredNorm();
      if (!(off < patch.nearest_to_middle)) continue;
      patch.nearest_to_middle = off;
      patch.middle = place;
    }
  }
  return sums;
}

void sort_once(std::vector<std::int32_t>& faces) {
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
}

ContactPatch finished(const Scene& scene, double threshold_mm, PatchSum&& patch) {
  const Sum& sum = patch.sum;
  ContactPatch done{.threshold_mm = threshold_mm,
                    .lower_tooth = patch.own_tooth.winner(),
                    .upper_tooth = patch.other_tooth.winner(),
                    .region = {},
                    .centroid_mm = patch.middle,
                    .projected_mm2 = sum.projected_mm2,
                    .surface_mm2 = sum.surface_mm2,
                    .min_clearance_mm = sum.least_mm,
                    .mean_clearance_mm = sum.distance_mm3 / sum.surface_mm2,
                    .lower_faces = std::move(patch.own_faces),
                    .upper_faces = std::move(patch.other_faces)};
  if (scene.arch) {
    done.region = region_of(
        {.left = sum.sides.left / sum.surface_mm2, .anterior = sum.sides.anterior / sum.surface_mm2});
  }
  sort_once(done.lower_faces);
  sort_once(done.upper_faces);
  return done;
}

std::vector<ContactPatch> patches_of(const Scene& scene, const std::vector<ContactPiece>& contacts,
                                     std::size_t count, double threshold_mm) {
  std::vector<PatchSum> sums = patch_sums(scene, contacts, count, threshold_mm);
  std::sort(sums.begin(), sums.end(), [](const PatchSum& a, const PatchSum& b) {
    return std::pair(-a.sum.surface_mm2, a.first_face) < std::pair(-b.sum.surface_mm2, b.first_face);
  });
  std::vector<ContactPatch> patches;
  for (PatchSum& sum : sums) patches.push_back(finished(scene, threshold_mm, std::move(sum)));
  return patches;
}

AreaTotal total_of(const Scene& scene, const std::vector<ContactPiece>& contacts, std::size_t threshold,
                   std::size_t patches) {
  Sum sum;
  for (const ContactPiece& contact : contacts) add(scene, contact, sum);
  AreaTotal total{.threshold_mm = scene.surface.thresholds_mm[threshold],
                  .projected_mm2 = sum.projected_mm2,
                  .surface_mm2 = sum.surface_mm2,
                  .contacts = patches};
  total.error_mm2 = scene.surface.error_mm2[threshold];
  if (scene.arch && sum.surface_mm2 > 0) {
    total.left_share = sum.sides.left / sum.surface_mm2;
    total.right_share = 1 - *total.left_share;
    total.anterior_share = sum.sides.anterior / sum.surface_mm2;
    total.posterior_share = 1 - *total.anterior_share;
  }
  return total;
}

//! One line of a table while its pieces are added.
struct TableLine {
  double projected_mm2 = 0, surface_mm2 = 0;
  double least_mm = infinity;
  std::set<int> patches;
  int last_patch = -1;  //!< of the piece before, mostly the same
  ErrorSum errors;

  void add(const ContactPiece& contact, double share, double projection) {
    surface_mm2 += share * contact.surface_mm2;
    projected_mm2 += share * contact.surface_mm2 * projection;
    least_mm = std::min(least_mm, least_of(*contact.piece));
    if (contact.patch != last_patch) patches.insert(contact.patch);
    last_patch = contact.patch;
  }
};

using Pair = std::pair<int, int>;  //!< own tooth, other jaw's tooth

//! Lines of all pairs; a tooth's own line has 0 for the other.
struct TableLines {
  std::map<int, TableLine> own, other;
  std::map<Pair, TableLine> pairs;
};

TableLines table_lines(const Scene& scene, const std::vector<ContactPiece>& contacts) {
  TableLines lines;
  for (const ContactPiece& contact : contacts) {
    const int own = tooth_at(scene.own_teeth, contact.piece->face);
    const double projection = projection_of(scene, contact.piece->face);
    if (own != 0) lines.own[own].add(contact, 1, projection);
    for_each_other_tooth(scene, *contact.piece, [&](int other, double share) {
      if (other == 0) return;
      lines.other[other].add(contact, share, projection);
      if (own != 0) lines.pairs[{own, other}].add(contact, share, projection);
    });
  }
  return lines;
}

//! The error of each tooth's area, from the pieces on it; of the other jaw's teeth by the closest faces.
void add_errors(const Scene& scene, std::size_t threshold, TableLines& lines) {
  for (std::size_t i = 0; i < scene.surface.pieces.size(); ++i) {
    const PieceError& error = scene.surface.error(i, threshold);
    if (error.change == 0 && error.doubt == 0) continue;
    const SurfacePiece& piece = scene.surface.pieces[i].whole;
    const auto own = lines.own.find(tooth_at(scene.own_teeth, piece.face));
    if (own != lines.own.end()) own->second.errors.add(error);
    if (piece.certain_share() == 0) continue;
    for_each_other_tooth(scene, piece, [&](int tooth, double share) {
      const auto other = lines.other.find(tooth);
      if (other == lines.other.end()) return;
      other->second.errors.add({.change = share * error.change, .doubt = share * error.doubt});
    });
  }
}

void add_teeth(const std::map<int, TableLine>& lines, double threshold_mm, std::vector<ToothContact>& teeth) {
  for (const auto& [number, line] : lines) {
    teeth.push_back({.threshold_mm = threshold_mm,
                     .tooth = number,
                     .contacts = line.patches.size(),
                     .projected_mm2 = line.projected_mm2,
                     .surface_mm2 = line.surface_mm2,
                     .min_clearance_mm = line.least_mm,
                     .error_mm2 = line.errors.total()});
  }
}

//! By upper, then lower tooth, as the table is sorted. \pre the own jaw is the lower.
void add_pairs(const std::map<Pair, TableLine>& lines, double threshold_mm,
               std::vector<ToothPairContact>& pairs) {
  for (const auto& [teeth, line] : lines) {
    pairs.push_back({.threshold_mm = threshold_mm,
                     .upper_tooth = teeth.second,
                     .lower_tooth = teeth.first,
                     .projected_mm2 = line.projected_mm2,
                     .surface_mm2 = line.surface_mm2,
                     .min_clearance_mm = line.least_mm});
  }
  std::sort(pairs.begin(), pairs.end(), [](const ToothPairContact& a, const ToothPairContact& b) {
    return std::pair(a.upper_tooth, a.lower_tooth) < std::pair(b.upper_tooth, b.lower_tooth);
  });
}

//! \param only_areas leaves the other tables empty
ContactReport report_at(const Scene& scene, const std::vector<SurfacePiece>& leaves, std::size_t threshold,
                        bool only_areas) {
  const double threshold_mm = scene.surface.thresholds_mm[threshold];
  std::vector<ContactPiece> contacts = contact_pieces(leaves, threshold_mm);
  const std::size_t patches = set_patches(scene, contacts, threshold_mm);
  ContactReport report;
  report.areas.push_back(total_of(scene, contacts, threshold, patches));
  if (only_areas) return report;
  report.patches = patches_of(scene, contacts, patches, threshold_mm);
  TableLines lines = table_lines(scene, contacts);
  add_errors(scene, threshold, lines);
  add_teeth(lines.other, threshold_mm, report.teeth);
  add_teeth(lines.own, threshold_mm, report.teeth);
  add_pairs(lines.pairs, threshold_mm, report.pairs);
  return report;
}

template <typename Line>
void move_all(std::vector<Line>& from, std::vector<Line>& to) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

ContactReport report_of(const Scene& scene, bool only_areas) {
  if (scene.surface.thresholds_mm.empty()) return {};
  const std::vector<SurfacePiece> leaves = leaves_of(scene.surface);
  std::vector<ContactReport> parts(scene.surface.thresholds_mm.size());
  tbb::parallel_for(std::size_t{0}, parts.size(),
                    [&](std::size_t t) { parts[t] = report_at(scene, leaves, t, only_areas); });
  ContactReport report;
  for (ContactReport& part : parts) {
    move_all(part.areas, report.areas);
    move_all(part.patches, report.patches);
    move_all(part.teeth, report.teeth);
    move_all(part.pairs, report.pairs);
  }
  for (std::size_t i = 0; i < report.patches.size(); ++i) report.patches[i].id = static_cast<int>(i) + 1;
  return report;
}

}  // namespace

SurfaceContacts surface_contacts(const Bite& bite, const PreparedJaws& jaws,
                                 const SurfaceDistances& distances, const std::vector<int>& upper_teeth,
                                 const std::vector<int>& lower_teeth, const SurfaceContactOptions& options) {
  const SurfaceSide upper = upper_side(bite, jaws, distances);
  const SurfaceSide lower = lower_side(bite, jaws, distances);
  ClippedSurface of_upper, of_lower;
  tbb::parallel_invoke([&] { of_upper = clip_surface(upper, options.thresholds_mm, options.clipping); },
                       [&] { of_lower = clip_surface(lower, options.thresholds_mm, options.clipping); });
  std::optional<ArchSides> arch;
  if (options.axes) arch.emplace(arch_sides(bite, *options.axes));
  const Scene on_lower{.side = lower,
                       .case_from_jaw = bite.upper_from_lower,
                       .direction = bite.upper_from_lower.linear().transpose() * options.direction,
                       .surface = of_lower,
                       .own_teeth = lower_teeth,
                       .other_teeth = upper_teeth,
                       .arch = arch};
  const Scene on_upper{.side = upper,
                       .case_from_jaw = Eigen::Isometry3d::Identity(),
                       .direction = options.direction,
                       .surface = of_upper,
                       .own_teeth = upper_teeth,
                       .other_teeth = lower_teeth,
                       .arch = arch};
  return {.lower = report_of(on_lower, false), .upper = report_of(on_upper, true).areas};
}

}  // namespace intercusp
