#include "occlusion/teeth/edits.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "occlusion/case/fdi.h"
#include "tests/occlusion/teeth/known_teeth.h"

namespace intercusp {
namespace {

using Kind = TeethEdit::Kind;
using testing::known_teeth;
using testing::numbers_of;

//! An upper jaw with 28 teeth whose labels are known.
struct KnownScan {
  LabelledMesh scan;
  EditSurface surface;
  EditedTeeth teeth;
};

KnownScan known_scan(LabelledMesh scan) {
  KnownScan known{.scan = std::move(scan)};
  known.surface = edit_surface(known.scan.mesh.vertices, known.scan.mesh.faces);
  known.teeth.found = known_teeth(known.scan, Jaw::upper);
  return known;
}

const KnownScan& dentition() {
  static const KnownScan known = known_scan(make_dentition({.triangles = 60000}).upper);
  return known;
}

EditedTeeth after(const KnownScan& known, const std::vector<TeethEdit>& edits) {
  EditedTeeth teeth = known.teeth;
  for (const TeethEdit& edit : edits) teeth = edited(teeth, known.surface, edit);
  return teeth;
}

std::string reason_of_refusal(const KnownScan& known, const std::vector<TeethEdit>& edits) {
  try {
    (void)after(known, edits);
  } catch (const EditRefused& refused) {
    return refused.finding().text("reason");
  }
  return "";
}

const FoundTooth& tooth_of(const EditedTeeth& teeth, int fdi) {
  return *std::find_if(teeth.found.teeth.begin(), teeth.found.teeth.end(),
                       [&](const FoundTooth& tooth) { return tooth.fdi == fdi; });
}

//! Where two teeth meet: of the vertices of one with a neighbour in the other, those farthest to the cheek and to the palate.
std::pair<Eigen::Vector3d, Eigen::Vector3d> ends_of_valley(const KnownScan& known, int a, int b) {
  std::vector<Eigen::Vector3d> border;
  for (const Face& face : known.scan.mesh.faces) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t v = face[i], w = face[(i + 1) % 3];
      if (known.scan.labels[v] == a && known.scan.labels[w] == b)
        border.push_back(known.scan.mesh.vertices[v]);
    }
  }
  const Eigen::Vector3d along = tooth_of(known.teeth, b).centre_mm - tooth_of(known.teeth, a).centre_mm;
  const Eigen::Vector3d across = along.cross(Eigen::Vector3d::UnitZ());
  const auto [least, most] =
      std::minmax_element(border.begin(), border.end(),
                          [&](const auto& p, const auto& q) { return across.dot(p) < across.dot(q); });
  return {*least, *most};
}

//! Share of the vertices of either tooth, in either labelling, that have the same label in both.
double agreement(const std::vector<int>& labels, const std::vector<int>& truth, const std::set<int>& teeth) {
  double same = 0, all = 0;
  for (std::size_t v = 0; v < labels.size(); ++v) {
    if (!teeth.count(labels[v]) && !teeth.count(truth[v])) continue;
    ++all;
    if (labels[v] == truth[v]) ++same;
  }
  return same / all;
}

TEST(Edits, neighbours_merged_and_split_along_their_valley_are_themselves_again) {
  const KnownScan& known = dentition();
  for (const auto& [a, b] :
       std::vector<std::pair<int, int>>{{16, 17}, {14, 13}, {11, 21}, {22, 21}, {26, 25}}) {
    const auto [from, to] = ends_of_valley(known, a, b);
    const EditedTeeth merged = after(known, {{.kind = Kind::merge, .tooth = a, .number = b}});
    EXPECT_EQ(merged.found.teeth.size(), known.teeth.found.teeth.size() - 1);
    EXPECT_TRUE(tooth_of(merged, a).sure);
    const EditedTeeth split =
        edited(merged, known.surface, {.kind = Kind::split, .tooth = a, .points_mm = {from, to}});
    EXPECT_EQ(numbers_of(split.found), numbers_of(known.teeth.found)) << a << " and " << b;
    EXPECT_GE(agreement(split.found.labels, known.scan.labels, {a, b}), 0.98) << a << " and " << b;
    EXPECT_TRUE(tooth_of(split, a).sure && tooth_of(split, b).sure);
  }
}

//! A crown split through its middle: both halves are in doubt, and so are the neighbours whose numbers made room.
TEST(Edits, halves_of_one_crown_and_neighbours_that_made_room_are_not_sure) {
  const KnownScan& known = dentition();
  const FoundTooth& whole = tooth_of(known.teeth, 11);
  const Eigen::Vector3d along = tooth_of(known.teeth, 12).centre_mm - whole.centre_mm;
  const Eigen::Vector3d across = along.cross(Eigen::Vector3d::UnitZ()).normalized();
  std::pair<std::uint32_t, std::uint32_t> ends{0, 0};  // near the plane through the middle
  double least = 1e9, most = -1e9;
  for (std::uint32_t v = 0; v < known.scan.labels.size(); ++v) {
    const Eigen::Vector3d from = known.scan.mesh.vertices[v] - whole.centre_mm;
    if (known.scan.labels[v] != 11 || std::abs(along.normalized().dot(from)) > 0.7) continue;
    if (across.dot(from) < least) least = across.dot(from), ends.first = v;
    if (across.dot(from) > most) most = across.dot(from), ends.second = v;
  }
  const EditedTeeth split = after(
      known, {{.kind = Kind::split,
               .tooth = 11,
               .points_mm = {known.scan.mesh.vertices[ends.first], known.scan.mesh.vertices[ends.second]}}});
  ASSERT_EQ(split.found.teeth.size(), known.teeth.found.teeth.size() + 1);
  for (const FoundTooth& tooth : split.found.teeth) {
    std::map<int, int> vertices;  // by the number before
    for (std::size_t v = 0; v < split.found.labels.size(); ++v)
      if (split.found.labels[v] == tooth.fdi) ++vertices[known.scan.labels[v]];
    const int before =
        std::ranges::max_element(vertices, {}, [](const auto& entry) { return entry.second; })->first;
    const bool doubtful = before == 11 || before != tooth.fdi;
    EXPECT_EQ(tooth.sure, !doubtful && tooth_of(known.teeth, before).sure) << tooth.fdi << " was " << before;
    if (doubtful) EXPECT_LE(tooth.confidence, 0.5) << tooth.fdi << " was " << before;
  }
}

TEST(Edits, a_removed_tooth_is_added_again_by_a_click_on_it) {
  const KnownScan& known = dentition();
  for (const int fdi : {11, 12, 13, 14, 16, 17, 25, 27}) {
    const Eigen::Vector3d centre = tooth_of(known.teeth, fdi).centre_mm;
    Eigen::Vector3d click = centre;
    double least = 1e9;
    for (std::size_t v = 0; v < known.scan.labels.size(); ++v) {
      const Eigen::Vector3d& p = known.scan.mesh.vertices[v];
      if (known.scan.labels[v] == fdi && (p - centre).head<2>().norm() < least) {
        least = (p - centre).head<2>().norm();
        click = p;
      }
    }
    const EditedTeeth added =
        after(known, {{.kind = Kind::remove, .tooth = fdi}, {.kind = Kind::add, .points_mm = {click}}});
    EXPECT_EQ(numbers_of(added.found), numbers_of(known.teeth.found)) << fdi;
    EXPECT_GE(agreement(added.found.labels, known.scan.labels, {fdi}), 0.68) << fdi;  // a Dice of 0.81
  }
}

TEST(Edits, brush_beside_a_valley_stops_in_it) {
  const KnownScan& known = dentition();
  const auto [cheek, palate] = ends_of_valley(known, 16, 17);
  const Eigen::Vector3d to_16 =
      (tooth_of(known.teeth, 16).centre_mm - tooth_of(known.teeth, 17).centre_mm).normalized();
  // 1 mm beside the valley, with a radius of 2 mm.
  const Eigen::Vector3d start = 0.5 * (cheek + palate) + to_16;
  const auto closest =
      std::min_element(known.scan.mesh.vertices.begin(), known.scan.mesh.vertices.end(),
                       [&](const auto& p, const auto& q) { return (p - start).norm() < (q - start).norm(); });
  const EditedTeeth grown =
      after(known, {{.kind = Kind::grow, .tooth = 16, .points_mm = {*closest}, .radius_mm = 2}});
  const auto count = [](const EditedTeeth& teeth, int fdi) {
    return std::count(teeth.found.labels.begin(), teeth.found.labels.end(), fdi);
  };
  EXPECT_GE(count(grown, 17), 0.98 * static_cast<double>(count(known.teeth, 17)));
  const EditedTeeth less =
      after(known, {{.kind = Kind::shrink, .tooth = 16, .points_mm = {*closest}, .radius_mm = 2}});
  EXPECT_LT(count(less, 16), count(known.teeth, 16));
  const EditedTeeth again =
      edited(less, known.surface, {.kind = Kind::grow, .tooth = 16, .points_mm = {*closest}, .radius_mm = 2});
  EXPECT_GE(agreement(again.found.labels, known.scan.labels, {16}), 0.98);
}

TEST(Edits, numbers_make_room) {
  const KnownScan& known = dentition();  // 17 to 27
  const auto numbers = [&](const std::vector<TeethEdit>& edits) {
    return numbers_of(after(known, edits).found);
  };
  // A missing first premolar: the row behind it moves on.
  EXPECT_EQ(numbers({{.kind = Kind::missing, .tooth = 14}}),
            (std::vector<int>{18, 17, 16, 15, 13, 12, 11, 21, 22, 23, 24, 25, 26, 27}));
  // With 18 missing as well there is no room behind, so the row in front moves to the midline, which is full.
  EXPECT_EQ(
      reason_of_refusal(known, {{.kind = Kind::missing, .tooth = 18}, {.kind = Kind::missing, .tooth = 14}}),
      "row_is_full");
  EXPECT_EQ(numbers({{.kind = Kind::remove, .tooth = 25}, {.kind = Kind::shift, .tooth = 26, .places = -1}}),
            (std::vector<int>{17, 16, 15, 14, 13, 12, 11, 21, 22, 23, 24, 25, 26}));
  EXPECT_EQ(reason_of_refusal(known, {{.kind = Kind::shift, .tooth = 26, .places = -1}}), "number_taken");
  EXPECT_EQ(reason_of_refusal(known, {{.kind = Kind::shift, .tooth = 11, .places = 2}}), "beyond_the_arch");
  EXPECT_EQ(numbers({{.kind = Kind::shift, .tooth = 13, .places = 1}}),
            (std::vector<int>{18, 17, 16, 15, 14, 12, 11, 21, 22, 23, 24, 25, 26, 27}));
  // 16 and 15 exchange their numbers.
  const EditedTeeth exchanged = after(known, {{.kind = Kind::renumber, .tooth = 16, .number = 15}});
  EXPECT_TRUE(tooth_of(exchanged, 15).centre_mm.isApprox(tooth_of(known.teeth, 16).centre_mm));
  EXPECT_TRUE(tooth_of(exchanged, 16).centre_mm.isApprox(tooth_of(known.teeth, 15).centre_mm));
  EXPECT_EQ(numbers({{.kind = Kind::renumber, .tooth = 15, .number = 55}}),
            (std::vector<int>{17, 16, 55, 14, 13, 12, 11, 21, 22, 23, 24, 25, 26, 27}));
  EXPECT_EQ(reason_of_refusal(known, {{.kind = Kind::renumber, .tooth = 16, .number = 36}}),
            "no_such_number");
  EXPECT_EQ(reason_of_refusal(known, {{.kind = Kind::merge, .tooth = 16, .number = 18}}), "no_such_tooth");
}

TEST(Edits, confirmed_tooth_is_sure_and_others_stay_as_they_were) {
  const EditedTeeth confirmed = after(dentition(), {{.kind = Kind::renumber, .tooth = 16, .number = 16}});
  for (const FoundTooth& tooth : confirmed.found.teeth) {
    EXPECT_EQ(tooth.sure, tooth.fdi == 16);
    EXPECT_EQ(tooth.confidence, tooth.fdi == 16 ? 1 : 0.5);
  }
  EXPECT_EQ(confirmed.found.labels, dentition().scan.labels);
}

TEST(Edits, points_of_another_scan_are_refused) {
  EXPECT_EQ(reason_of_refusal(dentition(), {{.kind = Kind::add, .points_mm = {{500, 0, 0}}}}),
            "point_off_scan");
}

//! Any edit of the teeth that are there, most of them possible.
TeethEdit random_edit(const KnownScan& known, const EditedTeeth& teeth, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return random() % n; };
  const std::vector<FoundTooth>& row = teeth.found.teeth;
  const auto any_tooth = [&] { return row[below(row.size())].fdi; };
  const auto point_on = [&](int fdi) {
    const std::size_t start = below(teeth.found.labels.size());
    for (std::size_t i = 0; i < teeth.found.labels.size(); ++i) {
      const std::size_t v = (start + i) % teeth.found.labels.size();
      if (teeth.found.labels[v] == fdi) return known.scan.mesh.vertices[v];
    }
    return known.scan.mesh.vertices[start];
  };
  TeethEdit edit{.kind = static_cast<Kind>(below(9)), .tooth = any_tooth(), .number = any_tooth()};
  switch (edit.kind) {
    case Kind::split:
      edit.points_mm = {point_on(edit.tooth), point_on(edit.tooth)};
      break;
    case Kind::add:
      edit.points_mm = {point_on(0)};
      edit.number = 0;
      break;
    case Kind::grow:
    case Kind::shrink:
      edit.points_mm = {point_on(edit.tooth), point_on(0)};
      edit.radius_mm = 1.5;
      break;
    case Kind::shift:
      edit.places = random() % 2 == 0 ? 1 : -1;
      break;
    default:
      break;
  }
  return edit;
}

struct RandomEdits {
  std::vector<TeethEdit> made;
  EditedTeeth teeth;
};

RandomEdits random_edits(const KnownScan& known, unsigned seed, std::size_t count) {
  std::mt19937 random(seed);
  RandomEdits edits{.teeth = known.teeth};
  while (edits.made.size() < count) {
    const TeethEdit edit = random_edit(known, edits.teeth, random);
    try {
      edits.teeth = edited(edits.teeth, known.surface, edit);
      edits.made.push_back(edit);
    } catch (const EditRefused&) {
    }
  }
  return edits;
}

const KnownScan& small_dentition() {
  static const KnownScan known = known_scan(make_dentition({.triangles = 15000}).upper);
  return known;
}

TEST(Edits, any_sequence_leaves_each_number_once_and_labels_that_are_those_of_the_teeth) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const FoundTeeth found = random_edits(small_dentition(), seed, 25).teeth.found;
    const std::vector<int> numbers = numbers_of(found);
    const std::set<int> once(numbers.begin(), numbers.end());
    EXPECT_EQ(once.size(), numbers.size()) << "seed " << seed;
    std::set<int> labels(found.labels.begin(), found.labels.end());
    labels.erase(0);
    EXPECT_EQ(labels, once) << "seed " << seed;
    for (const int fdi : numbers) EXPECT_TRUE(arch_place(Jaw::upper, fdi)) << fdi << ", seed " << seed;
  }
}

TEST(Edits, replay_gives_the_same_bits_in_any_order_of_vertices_and_faces) {
  const KnownScan& known = small_dentition();
  std::mt19937 random(7);
  std::vector<std::uint32_t> place(known.scan.mesh.vertices.size());
  std::iota(place.begin(), place.end(), 0U);
  std::shuffle(place.begin(), place.end(), random);
  LabelledMesh shuffled = known.scan;
  for (std::size_t v = 0; v < place.size(); ++v) {
    shuffled.mesh.vertices[place[v]] = known.scan.mesh.vertices[v];
    shuffled.labels[place[v]] = known.scan.labels[v];
  }
  for (Face& face : shuffled.mesh.faces) face = {place[face[1]], place[face[2]], place[face[0]]};
  std::shuffle(shuffled.mesh.faces.begin(), shuffled.mesh.faces.end(), random);
  KnownScan other = known_scan(shuffled);
  EXPECT_EQ(other.surface.valley, known.surface.valley);
  other.teeth.found.teeth = known.teeth.found.teeth;  // their centres are sums in the file's order
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const RandomEdits edits = random_edits(known, seed, 20);
    const EditedTeeth same = after(known, edits.made), moved = after(other, edits.made);
    EXPECT_EQ(same.found.labels, edits.teeth.found.labels) << "seed " << seed;
    for (std::size_t v = 0; v < place.size(); ++v)
      ASSERT_EQ(moved.found.labels[place[v]], same.found.labels[v]) << "seed " << seed;
    for (std::size_t t = 0; t < same.found.teeth.size(); ++t) {
      EXPECT_EQ(moved.found.teeth[t].centre_mm, same.found.teeth[t].centre_mm);
      EXPECT_EQ(moved.found.teeth[t].mesiodistal_mm, same.found.teeth[t].mesiodistal_mm);
    }
  }
}

}  // namespace
}  // namespace intercusp
