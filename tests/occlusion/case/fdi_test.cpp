#include "occlusion/case/fdi.h"

#include <gtest/gtest.h>

#include <climits>
#include <set>

namespace intercusp {
namespace {

struct Quadrant {
  int first, last;
  Jaw jaw;
  PatientSide side;
  bool milk;
};

//! ISO 3950.
constexpr Quadrant quadrants[] = {
    {11, 18, Jaw::upper, PatientSide::right, false}, {21, 28, Jaw::upper, PatientSide::left, false},
    {31, 38, Jaw::lower, PatientSide::left, false},  {41, 48, Jaw::lower, PatientSide::right, false},
    {51, 55, Jaw::upper, PatientSide::right, true},  {61, 65, Jaw::upper, PatientSide::left, true},
    {71, 75, Jaw::lower, PatientSide::left, true},   {81, 85, Jaw::lower, PatientSide::right, true},
};

TEST(Fdi, each_of_the_52_numbers_knows_jaw_side_place_and_dentition) {
  std::set<int> teeth;
  for (const auto& [first, last, jaw, side, milk] : quadrants) {
    for (int fdi = first; fdi <= last; ++fdi) {
      teeth.insert(fdi);
      const int place = fdi - first + 1;
      EXPECT_EQ(jaw_of(fdi), jaw) << fdi;
      EXPECT_EQ(side_of(fdi), side) << fdi;
      EXPECT_EQ(place_of(fdi), place) << fdi;
      EXPECT_EQ(is_milk(fdi), milk) << fdi;
      EXPECT_EQ(is_front_tooth(fdi), place <= 3) << fdi;
      EXPECT_EQ(fdi_of(jaw, side, place, milk), fdi);
      EXPECT_EQ(place_along_arch(fdi), side == PatientSide::right ? 8 - place : 7 + place) << fdi;
      EXPECT_EQ(fellow_of(fellow_of(fdi)), fdi);
      EXPECT_EQ(place_along_arch(fellow_of(fdi)), 15 - place_along_arch(fdi)) << fdi;
      EXPECT_EQ(jaw_of(fellow_of(fdi)), jaw) << fdi;
    }
  }
  EXPECT_EQ(teeth.size(), 52U);
  for (int number = -100; number < 200; ++number)
    EXPECT_EQ(is_tooth(number), teeth.contains(number)) << number;
}

TEST(Fdi, other_numbers_have_no_jaw_side_or_place) {
  for (const int number :
       {INT_MIN, -85, -11, 0, 1, 10, 19, 20, 29, 49, 50, 56, 59, 66, 76, 86, 91, 111, INT_MAX}) {
    EXPECT_FALSE(is_tooth(number)) << number;
    EXPECT_EQ(jaw_of(number), std::nullopt) << number;
    EXPECT_EQ(side_of(number), PatientSide::neither) << number;
    EXPECT_EQ(place_of(number), 0) << number;
    EXPECT_FALSE(is_milk(number) || is_front_tooth(number)) << number;
  }
  EXPECT_EQ(fdi_of(Jaw::upper, PatientSide::left, 6, true), 0) << "a milk tooth has five places";
}

}  // namespace
}  // namespace intercusp
