#include "io/mesh/repair/steps.h"

#include <algorithm>
#include <span>

#include "occlusion/geometry/adjacency.h"

namespace intercusp::repair {
namespace {

Face sorted(Face face) {
  std::sort(face.begin(), face.end());
  return face;
}

//! Whether (a, b, c) of `f` has the opposite order in `g`.
bool is_opposite(const Face& f, const Face& g) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (g[i] == f[0]) return g[(i + 1) % 3] != f[1];
  }
  return false;
}

//! For each face, the first face with equal vertices.
std::vector<std::uint32_t> first_copies(const WorkingMesh& mesh) {
  // Sorts faces into buckets by their smallest vertex, then within each bucket. This is linear for meshes,
  // and the order is equal on every machine.
  std::vector<std::uint32_t> bucket(mesh.vertices.size() + 1, 0);
  for (const Face& face : mesh.faces) ++bucket[*std::min_element(face.begin(), face.end()) + 1];
  for (std::size_t v = 1; v < bucket.size(); ++v) bucket[v] += bucket[v - 1];
  struct Entry {
    Face key;
    std::uint32_t face;
    bool operator<(const Entry& o) const { return key != o.key ? key < o.key : face < o.face; }
  };
  std::vector<Entry> entries(mesh.faces.size());
  std::vector<std::uint32_t> fill(bucket.begin(), bucket.end() - 1);
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    const Face key = sorted(mesh.faces[f]);
    entries[fill[key[0]]++] = {key, f};
  }
  std::vector<std::uint32_t> first(mesh.faces.size());
  for (std::size_t v = 0; v + 1 < bucket.size(); ++v) {
    std::sort(entries.begin() + bucket[v], entries.begin() + bucket[v + 1]);
    for (std::uint32_t i = bucket[v]; i < bucket[v + 1]; ++i) {
      const bool again = i > bucket[v] && entries[i].key == entries[i - 1].key;
      first[entries[i].face] = again ? first[entries[i - 1].face] : entries[i].face;
    }
  }
  return first;
}

//! The number of different triangles among the faces.
std::size_t count_triangles(std::vector<std::uint32_t> faces, const std::vector<std::uint32_t>& first) {
  for (std::uint32_t& face : faces) face = first[face];
  std::sort(faces.begin(), faces.end());
  return static_cast<std::size_t>(std::unique(faces.begin(), faces.end()) - faces.begin());
}

//! Extra copies that share an edge, and the effect of dropping them.
struct Patch {
  bool has_boundary = false;
  bool all_opposite = true;  //!< compared with the copies that stay
  long more_open_edges = 0;
};

class Patches {
 public:
  //! \param extra per face, 1 for the last copies of a triangle that has several
  Patches(const WorkingMesh& mesh, const std::vector<std::uint32_t>& first,
          const std::vector<std::uint8_t>& extra)
      : sets_(mesh.faces.size()), patches_(mesh.faces.size()) {
    const EdgeTable table = edges_of(mesh);
    for_each_edge(table, extra,
                  [&](std::span<const std::uint32_t>, const std::vector<std::uint32_t>& extras) {
                    for (const std::uint32_t face : extras) sets_.join(face, extras[0]);
                  });
    for_each_edge(table, extra,
                  [&](std::span<const std::uint32_t> edge, const std::vector<std::uint32_t>& extras) {
                    if (count_triangles(extras, first) % 2 == 0) return;
                    Patch& patch = patches_[sets_.root(extras[0])];
                    patch.has_boundary = true;
                    std::vector<std::uint32_t> faces;
                    for (const std::uint32_t h : edge) faces.push_back(h / 3);
                    const bool is_rim = count_triangles(faces, first) == 1;  // open before and after
                    if (is_rim || extras.size() % 2 == 0) return;
                    patch.more_open_edges += edge.size() % 2 == 0 ? 1 : -1;
                  });
    for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
      if (extra[f] != 0 && !is_opposite(mesh.faces[first[f]], mesh.faces[f]))
        patches_[sets_.root(f)].all_opposite = false;
    }
  }

  [[nodiscard]] bool can_go(std::uint32_t face) {
    const Patch& patch = patches_[sets_.root(face)];
    return patch.has_boundary ? patch.more_open_edges <= 0 : patch.all_opposite;
  }

 private:
  template <class Visit>
  static void for_each_edge(const EdgeTable& table, const std::vector<std::uint8_t>& extra, Visit visit) {
    std::vector<std::uint32_t> extras;
    for (std::size_t e = 0; e < table.edge_count(); ++e) {
      const auto edge = table.edge(e);
      extras.clear();
      for (const std::uint32_t h : edge) {
        if (extra[h / 3] != 0) extras.push_back(h / 3);
      }
      if (!extras.empty()) visit(edge, extras);
    }
  }

  UnionFind sets_;
  std::vector<Patch> patches_;
};

//! Drops copies of a triangle that the file has many times, in pairs, until seven or eight are left. The
//! count at each edge stays odd or even, so the rules below give the result that they would give for all
//! copies. They look at one or two copies at a time.
std::size_t drop_most_copies(WorkingMesh& mesh) {
  constexpr std::uint32_t most = 8;
  const std::vector<std::uint32_t> first = first_copies(mesh);
  std::vector<std::uint32_t> copies(mesh.faces.size(), 0);
  for (const std::uint32_t f : first) ++copies[f];
  std::vector<std::uint32_t> seen(mesh.faces.size(), 0);
  std::vector<std::uint8_t> kept(mesh.faces.size(), 1);
  std::size_t dropped = 0;
  for (std::size_t f = 0; f < first.size(); ++f) {
    const std::uint32_t all = copies[first[f]], stay = all <= most ? all : most - (all - most) % 2;
    kept[f] = ++seen[first[f]] <= stay ? 1 : 0;
    dropped += kept[f] == 0 ? 1 : 0;
  }
  if (dropped > 0) keep_faces(mesh, kept);
  return dropped;
}

struct Dropped {
  std::size_t faces = 0;
  std::size_t from_the_other_side = 0;
};

//! Considers the last `copies` copies of every triangle that has more than this number.
Dropped drop_last_copies(WorkingMesh& mesh, std::uint32_t copies) {
  Dropped dropped;
  const std::vector<std::uint32_t> first = first_copies(mesh);
  std::vector<std::uint32_t> to_come(mesh.faces.size(), 0);
  for (const std::uint32_t f : first) ++to_come[f];
  std::vector<std::uint8_t> has_extra(mesh.faces.size(), 0);
  for (std::size_t f = 0; f < first.size(); ++f) has_extra[f] = to_come[f] > copies ? 1 : 0;
  std::vector<std::uint8_t> extra(mesh.faces.size(), 0);
  for (std::size_t f = 0; f < first.size(); ++f) {
    if (to_come[first[f]]-- <= copies) extra[f] = has_extra[first[f]];
  }
  if (std::count(extra.begin(), extra.end(), 1) == 0) return dropped;
  Patches patches(mesh, first, extra);
  std::vector<std::uint8_t> kept(mesh.faces.size(), 1);
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    if (extra[f] == 0 || !patches.can_go(f)) continue;
    kept[f] = 0;
    ++dropped.faces;
    if (is_opposite(mesh.faces[first[f]], mesh.faces[f])) ++dropped.from_the_other_side;
  }
  if (dropped.faces > 0) keep_faces(mesh, kept);
  return dropped;
}

}  // namespace

void drop_duplicates(WorkingMesh& mesh, RepairCounts& counts, std::vector<Finding>& remarks) {
  std::size_t from_the_other_side = 0;
  counts.duplicate_faces += drop_most_copies(mesh);
  // First considers copies one by one. If a closed surface has three copies, dropping one would leave an even
  // number, so two are dropped together.
  for (std::uint32_t copies = 1; copies <= 2;) {
    const Dropped dropped = drop_last_copies(mesh, copies);
    counts.duplicate_faces += dropped.faces;
    from_the_other_side += dropped.from_the_other_side;
    copies = dropped.faces > 0 ? 1 : copies + 1;
  }
  if (from_the_other_side == 0) return;
  remarks.push_back(
      {"faces_from_both_sides", Severity::info, {{"faces", static_cast<double>(from_the_other_side)}}});
}

}  // namespace intercusp::repair
