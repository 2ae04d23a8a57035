#include "io/wording/tooth_words.h"

#include <gtest/gtest.h>

namespace intercusp {
namespace {

TEST(PlaceName, is_that_of_the_clinic) {
  using enum Mesiodistal;
  using B = Buccolingual;
  using F = ToothFeature;
  EXPECT_EQ(place_name(ToothPlace{36, mesial, B::buccal, F::cusp}), "mesiobuccal cusp");
  EXPECT_EQ(place_name(ToothPlace{36, central, B::central, F::fossa}), "central fossa");
  EXPECT_EQ(place_name(ToothPlace{46, distal, B::lingual, F::incline}), "distolingual incline");
  EXPECT_EQ(place_name(ToothPlace{16, distal, B::lingual, {}}), "distopalatal");
  EXPECT_EQ(place_name(ToothPlace{15, mesial, B::central, F::marginal_ridge}), "mesial marginal ridge");
  EXPECT_EQ(place_name(ToothPlace{11, central, B::lingual, {}}), "palatal");
  EXPECT_EQ(place_name(ToothPlace{31, central, B::buccal, {}}), "labial");
  EXPECT_EQ(place_name(ToothPlace{83, mesial, B::incisal, {}}), "mesioincisal");
  EXPECT_EQ(place_name(std::nullopt), "–");
}

TEST(ConfidenceText, is_never_rounded_up_to_what_is_sure) {
  EXPECT_EQ(confidence_text(0.8999), "89 %");
  EXPECT_EQ(confidence_text(0.9), "90 %");
  EXPECT_EQ(confidence_text(0.9999), "99 %");
  EXPECT_EQ(confidence_text(1), "100 %");
}

TEST(RelationsSection, lists_what_could_be_measured_and_says_when_numbers_are_estimated) {
  BiteRelations found;
  Solid upper, lower;
  upper.estimated_teeth = {{11, 0.99, true}, {26, 0.6, false}};
  const auto section_of_jaws = [&] {
    return relations_section(found,
                             {std::make_shared<const Solid>(upper), std::make_shared<const Solid>(lower)});
  };
  EXPECT_TRUE(section_of_jaws().table.rows.empty());
  found.overjet = {-1.26, {-1.5, -1}, {11, 41}};
  found.left_molar = {3.14, 2.5, {2, 4}, SagittalClass::class_2, false, {26, 36}};
  const Section section = section_of_jaws();
  ASSERT_EQ(section.table.rows.size(), 2U);
  EXPECT_EQ(section.table.rows[0],
            (std::vector<std::string>{"Overjet", "–1.3 (–1.5 to –1.0)", "", "11, 41"}));
  EXPECT_EQ(section.table.rows[1],
            (std::vector<std::string>{"Molars, left", "3.1 (2.0 to 4.0)", "class II, not sure", "26?, 36"}));
  upper.estimated_teeth.clear();
  EXPECT_LT(section_of_jaws().notes.size(), section.notes.size());
}

}  // namespace
}  // namespace intercusp
