#include "io/language/tooth_names.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "io/case/labels.h"
#include "tests/support/in_language.h"

namespace intercusp {
namespace {

using testing::InLanguage;

//! The permanent and the milk teeth.
std::vector<int> all_teeth() {
  std::vector<int> teeth;
  for (int fdi = 11; fdi <= 85; ++fdi)
    if (is_tooth(fdi)) teeth.push_back(fdi);
  return teeth;
}

TEST(ToothNames, are_those_of_the_tables) {
  const std::pair<int, const char*> universal[] = {{11, "8"},  {16, "3"},  {18, "1"},  {26, "14"}, {28, "16"},
                                                   {36, "19"}, {38, "17"}, {46, "30"}, {48, "32"}, {55, "A"},
                                                   {65, "J"},  {75, "K"},  {85, "T"}};
  const std::pair<int, const char*> palmer[] = {{11, "UR1"}, {16, "UR6"}, {28, "UL8"}, {36, "LL6"},
                                                {43, "LR3"}, {55, "URE"}, {71, "LLA"}};
  {
    const InLanguage chosen(Language::english, ToothNames::universal);
    for (const auto& [fdi, name] : universal) EXPECT_EQ(tooth_name(fdi), name) << fdi;
    EXPECT_EQ(tooth_name(0), "–");
  }
  const InLanguage chosen(Language::english, ToothNames::palmer);
  for (const auto& [fdi, name] : palmer) EXPECT_EQ(tooth_name(fdi), name) << fdi;
}

TEST(ToothNames, tell_all_teeth_apart_and_universal_ones_lead_back_to_the_tooth) {
  ASSERT_EQ(all_teeth().size(), 52U);
  for (const ToothNames names : {ToothNames::fdi, ToothNames::universal, ToothNames::palmer}) {
    const InLanguage chosen(Language::english, names);
    std::set<std::string> different;
    for (const int fdi : all_teeth()) different.insert(tooth_name(fdi));
    EXPECT_EQ(different.size(), 52U) << title_of(names);
  }
  const InLanguage chosen(Language::english, ToothNames::universal);
  for (const int fdi : all_teeth()) {
    if (fdi < 50) {
      EXPECT_EQ(fdi_from_universal(std::stoi(tooth_name(fdi))), fdi);
    }
  }
}

TEST(ToothNames, of_programs_are_fdi) {
  const InLanguage chosen(Language::english, ToothNames::universal);
  EXPECT_EQ(tooth_name(36), "19");
  const ForPrograms english;
  EXPECT_EQ(tooth_name(36), "36");
}

}  // namespace
}  // namespace intercusp
