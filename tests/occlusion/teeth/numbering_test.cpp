#include "occlusion/case/fdi.h"
#include "occlusion/teeth/numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <vector>

namespace intercusp {
namespace {

constexpr double end_mm = 10;  // of gum beyond the last teeth

//! A crown along the arch, or a gap where its table is 0.
struct Piece {
  double width_mm, table_mm;
};

//! What a scan of such pieces shows along its arch: valleys where they meet, one crest on each crown.
ArchProfile profile_of(const std::vector<Piece>& pieces) {
  ArchProfile profile;
  double at_mm = end_mm;
  for (const Piece& piece : pieces) {
    if (piece.table_mm > 0) profile.crests_mm.push_back(at_mm + piece.width_mm / 2);
    at_mm += piece.width_mm;
  }
  profile.columns.resize(static_cast<std::size_t>((at_mm + end_mm) / ArchProfile::step_mm) + 1,
                         {.top_mm = -8, .empty = false});
  at_mm = end_mm;
  for (const Piece& piece : pieces) {
    const auto first = static_cast<std::size_t>(std::lround(at_mm / ArchProfile::step_mm));
    at_mm += piece.width_mm;
    const auto last = static_cast<std::size_t>(std::lround(at_mm / ArchProfile::step_mm));
    if (piece.table_mm == 0) continue;
    for (std::size_t c = first; c <= last; ++c)
      profile.columns[c] = {.table_mm = piece.table_mm, .convexity = 0.6, .relief = 0.6, .empty = false};
    profile.columns[first].valley = profile.columns[last].valley = 0.5;
  }
  return profile;
}

//! One side of the jaw and its mirror image.
template <class T>
std::vector<T> mirrored(std::vector<T> right) {
  for (std::size_t i = right.size(); i-- > 0;) right.push_back(right[i]);
  return right;
}

std::map<int, double> probabilities(const ArchReading& reading) {
  std::map<int, double> probability;
  for (const ArchTooth& tooth : reading.teeth)
    probability[fdi_at(reading.jaw, tooth.place, tooth.milk)] = tooth.probability;
  return probability;
}

const std::vector<Piece> front = {{7.5, 3.8}, {6.5, 2.8}, {8.5, 2.8}};  // 13 to 11

std::vector<Piece> joined(std::vector<Piece> back, const std::vector<Piece>& more) {
  back.insert(back.end(), more.begin(), more.end());
  return back;
}

TEST(Numbering, takes_a_molar_behind_a_wide_gap_for_the_second_one) {
  const std::vector<Piece> back = {
      {9.5, 9}, {7, 0}, {7, 7.2}, {7, 7}};  // the lone molar is between both kinds
  const ArchProfile profile = profile_of(mirrored(joined(back, front)));
  const ArchReading reading = read_arch(profile, Jaw::upper);
  const std::vector<double> heights = mirrored<double>({5.5, 6.4, 6.4, 7.5, 6.7, 7.9});
  const auto probability = probabilities(read_with_heights(reading, profile, heights));
  ASSERT_TRUE(probability.contains(17) && probability.contains(27));
  EXPECT_GT(probability.at(17), 0.9);
  EXPECT_GT(probability.at(27), 0.9);
}

TEST(Numbering, is_not_disturbed_by_spaces_between_teeth) {
  std::vector<Piece> spaced;
  for (const Piece& crown : joined({{9, 8.8}, {10, 9.3}, {7, 7.2}, {7, 7}}, front)) {
    spaced.push_back(crown);
    spaced.push_back({1, 0});
  }
  const ArchProfile profile = profile_of(mirrored(spaced));
  const ArchReading reading = read_arch(profile, Jaw::upper);
  ASSERT_EQ(reading.teeth.size(), 14U);
  const std::vector<double> heights = mirrored<double>({5.3, 5.6, 6.4, 6.4, 7.5, 6.7, 7.9});
  for (const auto& [fdi, probability] : probabilities(read_with_heights(reading, profile, heights))) {
    EXPECT_LE(place_of(fdi), 7) << fdi;
    EXPECT_GT(probability, 0.9) << fdi;
  }
}

// Four teeth behind the lateral incisor that may be a canine, a premolar and two molars, or a milk canine, two milk molars and the
// first molar.
TEST(Numbering, follows_the_heights_of_crowns_to_another_set_of_teeth) {
  const ArchProfile profile =
      profile_of(mirrored<Piece>({{10.5, 8.8}, {10.5, 8.6}, {7, 7.2}, {7, 4}, {6.5, 2.8}, {8.5, 2.8}}));
  const ArchReading reading = read_arch(profile, Jaw::upper);
  ASSERT_EQ(reading.teeth.size(), 12U);
  const ArchReading high =
      read_with_heights(reading, profile, mirrored<double>({5.5, 5.9, 6.6, 7.8, 7.0, 8.2}));
  EXPECT_TRUE(probabilities(high).contains(17));
  EXPECT_FALSE(probabilities(high).contains(55));
  const ArchReading low =
      read_with_heights(reading, profile, mirrored<double>({5.9, 4.4, 3.9, 4.8, 7.0, 8.2}));
  EXPECT_TRUE(probabilities(low).contains(55));
  EXPECT_FALSE(probabilities(low).contains(17));
}

TEST(Numbering, expects_a_milk_tooth_to_show_all_of_its_crown) {
  const ArchReading reading{.jaw = Jaw::upper, .height_share = 0.8};
  EXPECT_DOUBLE_EQ(expected_height_mm(reading, {.place = 5}), 0.8 * 10);
  EXPECT_DOUBLE_EQ(expected_height_mm(reading, {.place = 5, .milk = true}), 6.5);
}

}  // namespace
}  // namespace intercusp
