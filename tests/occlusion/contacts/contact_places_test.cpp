#include "occlusion/contacts/contact_table.h"

#include <gtest/gtest.h>

#include <cmath>

#include "occlusion/inspect.h"
#include "tests/support/bites.h"
#include "tests/support/dentitions.h"

namespace intercusp {
namespace {

const Inspection& inspected() {
  static const Inspection inspection =
      inspect(prepare_case(testing::dentition_bite()),
              {.engine = EngineKind::zlist, .pixel_mm = 0.1, .bite_error = {.poses = 0}});
  return inspection;
}

//! −1 to 1 along an axis of the crown; empty within 0.15 of the border of two thirds.
std::optional<int> third_of(double share) {
  const double from_border = std::abs(share) - 1.0 / 3;
  if (std::abs(from_border) < 0.15) return std::nullopt;
  return from_border < 0 ? 0 : share > 0 ? 1 : -1;
}

//! 1: mesial or buccal, −1: distal or lingual.
int sign_of(Mesiodistal third) {
  return third == Mesiodistal::central ? 0 : third == Mesiodistal::mesial ? 1 : -1;
}
int sign_of(Buccolingual third) {
  return third == Buccolingual::central ? 0 : third == Buccolingual::buccal ? 1 : -1;
}

TEST(ContactPlaces, are_the_thirds_of_the_crown_as_it_was_made) {
  std::size_t compared = 0;
  for (const ContactPatch& patch : inspected().surface->contacts.lower.patches) {
    if (patch.lower_tooth == 0) continue;
    ASSERT_TRUE(patch.lower_place);
    EXPECT_EQ(patch.lower_place->tooth, patch.lower_tooth);
    if (is_front_tooth(patch.lower_tooth) || patch.surface_mm2 > 2)
      continue;  // its centroid may lie elsewhere
    const PlacedTooth& made = testing::placed_tooth(patch.lower_tooth);
    const Eigen::Vector3d from_origin = patch.centroid_mm - made.origin;
    const auto mesiodistal = third_of(-made.distal.dot(from_origin) / (0.5 * made.shape.mesiodistal_mm));
    const auto buccolingual = third_of(made.buccal.dot(from_origin) / (0.5 * made.shape.buccolingual_mm));
    if (mesiodistal) {
      EXPECT_EQ(sign_of(patch.lower_place->mesiodistal), *mesiodistal) << patch.id;
    }
    if (buccolingual) {
      EXPECT_EQ(sign_of(patch.lower_place->buccolingual), *buccolingual) << patch.id;
    }
    compared += (mesiodistal ? 1U : 0U) + (buccolingual ? 1U : 0U);
  }
  EXPECT_GT(compared, 20U);
}

TEST(ContactPlaces, upper_incisors_are_met_on_their_palatal_side_and_lower_ones_at_the_edge) {
  std::size_t met = 0;
  for (const ContactPatch& patch : inspected().surface->contacts.lower.patches) {
    if (place_of(patch.lower_tooth) > 2 || place_of(patch.upper_tooth) > 2) continue;
    if (patch.lower_tooth == 0 || patch.upper_tooth == 0) continue;
    EXPECT_EQ(patch.upper_place->buccolingual, Buccolingual::lingual) << patch.id;
    EXPECT_NE(patch.lower_place->buccolingual, Buccolingual::lingual) << patch.id;
    ++met;
  }
  EXPECT_GT(met, 0U);
}

TEST(ContactPlaces, by_clearance_are_told_as_well) {
  for (const ContactPatch& patch : inspected().contacts.patches) {
    EXPECT_EQ(patch.lower_place.has_value(), patch.lower_tooth != 0) << patch.id;
    EXPECT_EQ(patch.upper_place.has_value(), patch.upper_tooth != 0) << patch.id;
  }
}

TEST(ContactPlaces, without_axes_there_are_none) {
  const Bite plates = testing::bite_of(testing::slab(1, 2), testing::slab(-1, 1.05));
  const Inspection inspection = inspect(
      prepare_case(plates),
      {.engine = EngineKind::zlist, .direction = Eigen::Vector3d(0, 0, 1), .bite_error = {.poses = 0}});
  ASSERT_FALSE(inspection.contacts.patches.empty());
  EXPECT_FALSE(inspection.contacts.patches[0].lower_place);
  EXPECT_FALSE(inspection.relations.overjet);
}

}  // namespace
}  // namespace intercusp
