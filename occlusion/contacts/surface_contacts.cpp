#include "occlusion/contacts/surface_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "occlusion/base/for_all.h"
#include "occlusion/base/run_both.h"
#include "occlusion/contacts/contact_tally.h"
#include "occlusion/geometry/adjacency.h"

namespace intercusp {
namespace {

//! One measured jaw, for all thresholds.
struct MeasuredSide {
  const SurfaceSide& side;
  Eigen::Isometry3d case_from_jaw;
  Eigen::Vector3d direction;  //!< direction of projection, in the jaw's frame
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

//! The part of a piece within the threshold.
struct ContactPiece {
  const SurfacePiece* piece;
  double surface_mm2;
  double mean_mm;
  int patch = 0;  //!< from 0
};

//! The finest pieces that reach the greatest threshold: quarters, and faces that need no cut. Sorted by face,
//! so that sums do not depend on the order of the cuts.
std::vector<SurfacePiece> leaves_of(const ClippedSurface& surface) {
  const double greatest = *std::max_element(surface.thresholds_mm.begin(), surface.thresholds_mm.end());
  std::vector<std::uint32_t> order(surface.pieces.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(surface.pieces[a].whole.face, a) < std::pair(surface.pieces[b].whole.face, b);
  });
  std::vector<SurfacePiece> leaves;
  leaves.reserve(4 * surface.pieces.size());  // prevents reallocation; the unused rest takes no memory
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

//! An edge of the mesh that is partly in contact, and the face that reports it.
struct ContactEdge {
  std::uint64_t key;
  std::uint32_t face;
  bool operator<(const ContactEdge& other) const {
    return std::pair(key, face) < std::pair(other.key, other.face);
  }
};

//! Edges of faces in contact: all of them, and those that are partly in contact themselves.
struct FaceEdges {
  std::vector<std::uint64_t> in_contact;  //!< sorted
  std::vector<ContactEdge> of_faces;      //!< sorted
};

//! Bit k: the edge opposite corner k of the face is in contact at a corner of this piece.
unsigned edges_in_contact(const SurfacePiece& piece, double threshold_mm) {
  unsigned edges = 0;
  for (int corner = 0; corner < 3; ++corner) {
    if (!piece.corners[corner].certain || piece.corners[corner].distance_mm > threshold_mm) continue;
    for (int k = 0; k < 3; ++k) edges |= piece.weights[corner][k] == 0 ? 1U << k : 0U;
  }
  return edges;
}

FaceEdges edges_of(const MeasuredSide& measured, const std::vector<ContactPiece>& contacts,
                   double threshold_mm) {
  FaceEdges edges;
  for (std::size_t i = 0; i < contacts.size();) {
    const std::uint32_t face = contacts[i].piece->face;
    unsigned in_contact = 0;
    for (; i < contacts.size() && contacts[i].piece->face == face; ++i) {
      in_contact |= edges_in_contact(*contacts[i].piece, threshold_mm);
    }
    const Face& vertices = measured.side.jaw.mesh.faces[face];
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

//! Numbers the patches: faces in contact, joined over edges in contact.
std::size_t set_patches(const MeasuredSide& measured, std::vector<ContactPiece>& contacts,
                        double threshold_mm) {
  std::vector<std::uint32_t> faces;
  for (const ContactPiece& contact : contacts) {
    if (faces.empty() || faces.back() != contact.piece->face) faces.push_back(contact.piece->face);
  }
  const auto place_of = [&](std::uint32_t face) {
    return static_cast<std::uint32_t>(std::lower_bound(faces.begin(), faces.end(), face) - faces.begin());
  };
  const FaceEdges edges = edges_of(measured, contacts, threshold_mm);
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

//! Least distance at the corners of a piece. It is at most the threshold, since the piece is in contact.
double least_of(const SurfacePiece& piece) {
  double least = std::numeric_limits<double>::infinity();
  for (const SurfaceSample& corner : piece.corners) {
    if (corner.certain) least = std::min(least, corner.distance_mm);
  }
  return least;
}

double projection_of(const MeasuredSide& measured, std::uint32_t face) {
  const Eigen::Vector3d normal = face_normal_twice_area(measured.side.jaw.mesh, face);
  return std::abs(normal.normalized().dot(measured.direction));
}

//! Share of a piece's area for each of its certain corners, whose closest teeth it faces.
double share_of_corner(const SurfacePiece& piece) { return 1 / (3 * piece.certain_share()); }

ContactSample sample_of(const MeasuredSide& measured, const ContactPiece& contact, double threshold_mm) {
  const SurfacePiece& piece = *contact.piece;
  const double projection = projection_of(measured, piece.face);
  ContactSample sample{
      .patch = contact.patch,
      .tooth = tooth_at(measured.own_teeth, piece.face),
      .face = static_cast<std::int32_t>(piece.face),
      .projected_mm2 = contact.surface_mm2 * projection,
      .surface_mm2 = contact.surface_mm2,
      .weight_mm2 = contact.surface_mm2,
      .mean_mm = contact.mean_mm,
      .least_mm = least_of(piece),
      .place = measured.case_point(piece, (piece.weights[0] + piece.weights[1] + piece.weights[2]) / 3.0F),
      .opposing = {}};
  const double surface_mm2 = share_of_corner(piece) * contact.surface_mm2;
  for (const SurfaceSample& corner : piece.corners) {
    if (!corner.certain) continue;
    OpposingPart& part = sample.opposing[static_cast<std::size_t>(sample.opposing_count++)];
    const bool within = corner.distance_mm <= threshold_mm;
    part = {.tooth = tooth_at(measured.other_teeth, corner.other_face),
            .face = within ? static_cast<std::int32_t>(corner.other_face) : no_face,
            .projected_mm2 = surface_mm2 * projection,
            .surface_mm2 = surface_mm2,
            .weight_mm2 = surface_mm2,
            .sides = {}};
    if (measured.arch) part.sides = sides_of(*measured.arch, sample.place, sample.tooth, part.tooth);
  }
  return sample;
}

//! For each patch, the corner in contact that is nearest to the middle of the patch.
std::vector<Eigen::Vector3d> places_of(const MeasuredSide& measured,
                                       const std::vector<ContactPiece>& contacts, double threshold_mm,
                                       const std::vector<Eigen::Vector3d>& middles) {
  std::vector<Eigen::Vector3d> places(middles.size(), Eigen::Vector3d::Zero());
  std::vector<double> nearest(middles.size(), std::numeric_limits<double>::infinity());
  for (const ContactPiece& contact : contacts) {
    const auto patch = static_cast<std::size_t>(contact.patch);
    for (std::size_t i = 0; i < 3; ++i) {
      if (contact.piece->corners[i].distance_mm > threshold_mm) continue;
      const Eigen::Vector3d place = measured.case_point(*contact.piece, contact.piece->weights[i]);
      const double off = (place - middles[patch]).squaredNorm();
      if (!(off < nearest[patch])) continue;
      nearest[patch] = off;
      places[patch] = place;
    }
  }
  return places;
}

//! Adds the error of each piece to the tooth that it lies on and to the opposing tooth closest to it.
void add_errors(const MeasuredSide& measured, std::size_t threshold, ContactTally& tally) {
  for (std::size_t i = 0; i < measured.surface.pieces.size(); ++i) {
    const AreaError& error = measured.surface.error(i, threshold);
    if (error.change == 0 && error.doubt == 0) continue;
    const SurfacePiece& piece = measured.surface.pieces[i].whole;
    tally.add_error(tooth_at(measured.own_teeth, piece.face), error);
    if (piece.certain_share() == 0) continue;
    const double share = share_of_corner(piece);
    for (const SurfaceSample& corner : piece.corners) {
      if (!corner.certain) continue;
      tally.add_opposing_error(tooth_at(measured.other_teeth, corner.other_face),
                               {.change = share * error.change, .doubt = share * error.doubt});
    }
  }
}

ContactTable table_at(const MeasuredSide& measured, const std::vector<SurfacePiece>& leaves,
                      std::size_t threshold) {
  const double threshold_mm = measured.surface.thresholds_mm[threshold];
  std::vector<ContactPiece> contacts = contact_pieces(leaves, threshold_mm);
  set_patches(measured, contacts, threshold_mm);
  ContactTally tally(Measure::surface_distance, threshold_mm, measured.arch.has_value());
  for (const ContactPiece& contact : contacts) tally.add(sample_of(measured, contact, threshold_mm));
  add_errors(measured, threshold, tally);
  return tally.table(places_of(measured, contacts, threshold_mm, tally.middles()),
                     measured.surface.error_mm2[threshold]);
}

AreaTotal total_at(const MeasuredSide& measured, const std::vector<SurfacePiece>& leaves,
                   std::size_t threshold) {
  const double threshold_mm = measured.surface.thresholds_mm[threshold];
  std::vector<ContactPiece> contacts = contact_pieces(leaves, threshold_mm);
  const std::size_t patches = set_patches(measured, contacts, threshold_mm);
  AreaTally tally(Measure::surface_distance, threshold_mm, measured.arch.has_value());
  for (const ContactPiece& contact : contacts) tally.add(sample_of(measured, contact, threshold_mm));
  return tally.total(patches, measured.surface.error_mm2[threshold]);
}

template <class Result, class At>
std::vector<Result> at_all_thresholds(const MeasuredSide& measured, const At& at) {
  std::vector<Result> results(measured.surface.thresholds_mm.size());
  if (results.empty()) return results;
  const std::vector<SurfacePiece> leaves = leaves_of(measured.surface);
  for_all(std::size_t{0}, results.size(), [&](std::size_t t) { results[t] = at(measured, leaves, t); });
  return results;
}

}  // namespace

SurfaceContacts surface_contacts(const Bite& bite, const PreparedJaws& jaws,
                                 const SurfaceDistances& distances, const std::vector<int>& upper_teeth,
                                 const std::vector<int>& lower_teeth, const SurfaceContactOptions& options) {
  const SurfaceSide upper = upper_side(bite, jaws, distances);
  const SurfaceSide lower = lower_side(bite, jaws, distances);
  ClippedSurface of_upper, of_lower;
  run_both([&] { of_upper = clip_surface(upper, options.thresholds_mm, options.clipping); },
           [&] { of_lower = clip_surface(lower, options.thresholds_mm, options.clipping); });
  std::optional<ArchSides> arch;
  if (options.axes) arch.emplace(arch_sides(bite, *options.axes));
  const MeasuredSide on_lower{.side = lower,
                              .case_from_jaw = bite.upper_from_lower,
                              .direction = bite.upper_from_lower.linear().transpose() * options.direction,
                              .surface = of_lower,
                              .own_teeth = lower_teeth,
                              .other_teeth = upper_teeth,
                              .arch = arch};
  const MeasuredSide on_upper{.side = upper,
                              .case_from_jaw = Eigen::Isometry3d::Identity(),
                              .direction = options.direction,
                              .surface = of_upper,
                              .own_teeth = upper_teeth,
                              .other_teeth = lower_teeth,
                              .arch = arch};
  return {.lower = joined(Measure::surface_distance, at_all_thresholds<ContactTable>(on_lower, table_at)),
          .upper = at_all_thresholds<AreaTotal>(on_upper, total_at)};
}

ContactTable with_least(ContactTable contacts, const LeastDistance& least,
                        const std::vector<int>& upper_teeth, const std::vector<int>& lower_teeth) {
  const int upper = tooth_at(upper_teeth, least.upper_face), lower = tooth_at(lower_teeth, least.lower_face);
  const auto deepen = [&](auto& rows, const auto& holds) {
    for (auto& row : rows)
      if (least.distance_mm <= row.threshold_mm && holds(row))
        row.least_mm = std::min(row.least_mm, least.distance_mm);
  };
  deepen(contacts.patches, [&](const ContactPatch& patch) {
    return std::ranges::binary_search(patch.lower_faces, static_cast<std::int32_t>(least.lower_face));
  });
  deepen(contacts.teeth,
         [&](const ToothContact& contact) { return contact.tooth == upper || contact.tooth == lower; });
  deepen(contacts.pairs, [&](const ToothPairContact& pair) {
    return pair.upper_tooth == upper && pair.lower_tooth == lower;
  });
  return contacts;
}

}  // namespace intercusp
