#include "occlusion/teeth/tooth_table.h"

namespace intercusp {
namespace {

// Central incisor to third molar, mm: Wheeler's table 1-1 (Ash & Nelson). The breadth of the biting surface follows from the
// same book's profiles: edges of incisors, cusp distances of the others.
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

// The same tables, deciduous teeth.
constexpr ToothSize upper_milk_molar = {8.2, 10.0, 8.2};
constexpr ToothSize lower_milk_molar = {9.9, 8.7, 7.2};

}  // namespace

int fdi_at(Jaw jaw, int place) {
  const int quadrant = jaw == Jaw::upper ? (place < 8 ? 1 : 2) : (place < 8 ? 3 : 4);
  return 10 * quadrant + kind_at(place);
}

const ToothSize& tooth_size(Jaw jaw, int place) {
  const auto i = static_cast<std::size_t>(kind_at(place) - 1);
  return jaw == Jaw::upper ? upper_sizes[i] : lower_sizes[i];
}

const ToothSize& retained_milk_molar(Jaw jaw) {
  return jaw == Jaw::upper ? upper_milk_molar : lower_milk_molar;
}

}  // namespace intercusp
