#include "occlusion/teeth/tuning.h"

#include <array>
#include <cstddef>

#include "occlusion/case/fdi.h"

namespace intercusp {
namespace {

// Central incisor to third molar, mm: Wheeler's table 1-1 (Ash & Nelson). The breadths of the biting surfaces
// follow from the profiles in that book: edges of incisors, distances between the cusps of other teeth.
constexpr std::array<ToothSize, 8> upper_sizes = {{{8.5, 7.0, 2.8},
                                                   {6.5, 6.0, 2.8},
                                                   {7.5, 8.0, 3.8},
                                                   {7.0, 9.0, 7.0},
                                                   {7.0, 9.0, 7.2},
                                                   {10.0, 11.0, 9.3},
                                                   {9.0, 11.0, 8.8},
                                                   {8.5, 10.0, 8.0}}};
constexpr std::array<ToothSize, 8> lower_sizes = {{{5.0, 6.0, 2.6},
                                                   {5.5, 6.5, 2.8},
                                                   {7.0, 7.5, 3.6},
                                                   {7.0, 7.5, 4.6},
                                                   {7.0, 8.0, 6.3},
                                                   {11.0, 10.5, 8.6},
                                                   {10.5, 10.0, 8.4},
                                                   {10.0, 9.5, 8.0}}};

// From the same tables: deciduous teeth, central incisor to second molar. The breadths of the biting surfaces
// are scaled from those of permanent front teeth and premolars.
constexpr std::array<ToothSize, 5> upper_milk_sizes = {
    {{6.5, 5.0, 2.2}, {5.1, 4.0, 2.0}, {7.0, 7.0, 3.4}, {7.3, 8.5, 6.2}, {8.2, 10.0, 8.2}}};
constexpr std::array<ToothSize, 5> lower_milk_sizes = {
    {{4.2, 4.0, 2.0}, {4.1, 4.0, 2.0}, {5.0, 4.8, 2.6}, {7.7, 7.0, 5.0}, {9.9, 8.7, 7.2}}};

// Crown heights from Wheeler's table 1-1 and its deciduous counterpart, from the central incisor outwards.
constexpr std::array<double, 8> upper_heights = {10.5, 9.0, 10.0, 8.5, 8.5, 7.5, 7.0, 6.5};
constexpr std::array<double, 8> lower_heights = {9.0, 9.5, 11.0, 8.5, 8.0, 7.5, 7.0, 7.0};
constexpr std::array<double, 5> upper_milk_heights = {6.0, 5.6, 6.5, 5.1, 5.7};
constexpr std::array<double, 5> lower_milk_heights = {5.0, 5.2, 6.0, 6.0, 5.5};

std::size_t index_of(int place) { return static_cast<std::size_t>(kind_at(place) - 1); }

}  // namespace

const ToothSize& tooth_size(Jaw jaw, int place, bool milk) {
  const std::size_t i = index_of(place);
  if (milk) return (jaw == Jaw::upper ? upper_milk_sizes : lower_milk_sizes)[i];
  return (jaw == Jaw::upper ? upper_sizes : lower_sizes)[i];
}

double crown_height_mm(Jaw jaw, int place, bool milk) {
  const std::size_t i = index_of(place);
  if (milk) return (jaw == Jaw::upper ? upper_milk_heights : lower_milk_heights)[i];
  return (jaw == Jaw::upper ? upper_heights : lower_heights)[i];
}

}  // namespace intercusp
