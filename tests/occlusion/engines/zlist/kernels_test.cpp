#include "occlusion/engines/zlist/kernels/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "occlusion/engines/zlist/kernels/depth_key.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::zlist {
namespace {

constexpr int width = 90;
constexpr int height = 32;

//! Faces with corners anywhere about the band, small and large, some on whole and half pixels, some flat.
struct Faces {
  std::vector<float> x, y, z;
  std::vector<PackedFace> corners;
  std::vector<std::uint32_t> numbers;

  void pad() {
    for (std::vector<float>* coordinates : {&x, &y, &z})
      coordinates->resize(padded_to(x.size(), padded_vertices));
    corners.resize(padded_to(corners.size(), padded_faces));
  }
  static std::size_t padded_to(std::size_t count, std::size_t whole) {
    return (count + whole - 1) / whole * whole;
  }
  [[nodiscard]] ClusterView view() const {
    return {.x = x.data(),
            .y = y.data(),
            .z = z.data(),
            .vertex_count = static_cast<int>(x.size()),
            .corners = corners.data(),
            .faces = numbers.data(),
            .face_count = static_cast<int>(numbers.size())};
  }
};

//! Kinds of clusters by the lookup of their vertices (kernels/cells.h).
enum class Kind {
  wide,    //!< spans more cells than the lookup counts
  narrow,  //!< few cells, but more vertices than registers hold
  half_table,
  table,
};
constexpr Kind all_kinds[] = {Kind::wide, Kind::narrow, Kind::half_table, Kind::table};

Faces random_faces(std::mt19937& random, Kind kind = Kind::wide) {
  std::uniform_real_distribution<float> place(-10, 100), near(-1, 1), depth(-20, 20);
  std::uniform_int_distribution<int> dice(0, 5);
  Faces faces;
  const auto add = [&](float x, float y, float z) {
    faces.x.push_back(x);
    faces.y.push_back(y);
    faces.z.push_back(z);
  };
  const float sizes[] = {0.4F, 1, 2, 4, 9, 300};  // the last reach far beyond the band
  const std::uint32_t count = kind == Kind::half_table ? 21 : kind == Kind::table ? 42 : 80;
  for (std::uint32_t face = 0; face < count; ++face) {
    const float drawn = sizes[dice(random)];
    const float size = kind == Kind::wide ? drawn : std::min(drawn, 9.0F);
    const float u = place(random), v = place(random) * 0.4F, w = depth(random);
    const int grain = dice(random);  // 0: corners on centres and between them
    for (int corner = 0; corner < 3; ++corner) {
      const float x = u + size * near(random), y = v + size * near(random);
      add(grain == 0 ? std::round(2 * x) / 2 : x, grain == 0 ? std::round(2 * y) / 2 : y,
          w + size * near(random));
    }
    const PackedFace first = 3 * face;
    faces.corners.push_back(first | (first + 1) << 8 | (first + 2) << 16 | face << 24);
    faces.numbers.push_back(1000 + face);
  }
  faces.pad();
  return faces;
}

BandView view_with(int shift) {
  const double scale = std::ldexp(1.0, shift);
  return {.x = {scale, 0, 0, 0},
          .y = {0, scale, 0, 0},
          .depth = {0, 0, 1, 0},
          .shift = shift,
          .width = width,
          .first_row = 0,
          .end_row = height};
}

struct Fragment {
  std::uint32_t pixel, exit_face;
  float depth;

  //! To the last bit.
  friend bool operator==(const Fragment& a, const Fragment& b) { return std::memcmp(&a, &b, sizeof a) == 0; }
};

std::vector<Fragment> drawn(const Kernels& kernels, const Faces& faces, const BandView& band) {
  std::vector<Fragment> fragments;
  kernels.draw_faces(faces.view(), band,
                     {.take =
                          [](void* owner, const Fragments& some) {
                            auto& all = *static_cast<std::vector<Fragment>*>(owner);
                            for (int i = 0; i < some.count; ++i) {
                              all.push_back({some.pixel[i], some.exit_face[i], some.depth[i]});
                            }
                          },
                      .owner = &fragments});
  // Each instruction set has its own drawing order; a face covers a pixel once.
  std::ranges::sort(fragments, {}, [](const Fragment& f) { return std::pair(f.pixel, f.exit_face); });
  return fragments;
}

//! The reference in whole numbers, one centre at a time: +1 inside an edge, or on a left or top edge.
bool covers(const Faces& faces, std::size_t face, const BandView& band, int column, int row, int& facing) {
  std::int64_t x[3], y[3];
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t vertex = faces.corners[face] >> (8 * i) & 0xFF;
    x[i] = std::llrint(static_cast<double>(faces.x[vertex]) * band.x[0]);
    y[i] = std::llrint(static_cast<double>(faces.y[vertex]) * band.y[1]);
  }
  const std::int64_t area = (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]);
  facing = area > 0 ? 1 : area < 0 ? -1 : 0;
  if (facing == 0) return false;
  const std::int64_t steps = std::int64_t{1} << band.shift;
  const std::int64_t px = column * steps + steps / 2, py = row * steps + steps / 2;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::int64_t dx = facing * (x[j] - x[i]), dy = facing * (y[j] - y[i]);
    // In the corner order with the inside on the positive side.
    const std::int64_t side = dx * (py - y[i]) - dy * (px - x[i]);
    const bool owned = dy < 0 || (dy == 0 && dx > 0);
    if (side < 0 || (side == 0 && !owned)) return false;
  }
  return true;
}

TEST(DrawFaces, covers_the_centres_that_whole_numbers_say) {
  std::mt19937 random(4711);
  for (int round = 0; round < 32; ++round) {
    const Faces faces = random_faces(random, all_kinds[round / 4 % 4]);
    const BandView band = view_with(9 + round % 4);  // from most faces small to most large
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> found;  // pixel, face → exit_face
    for (const Fragment& fragment : drawn(kernels(), faces, band)) {
      const bool fresh =
          found.insert({{fragment.pixel, fragment.exit_face & face_bits}, fragment.exit_face}).second;
      EXPECT_TRUE(fresh) << "drawn twice";
    }
    std::size_t expected = 0;
    for (std::size_t face = 0; face < faces.numbers.size(); ++face) {
      for (int row = 0; row < height; ++row) {
        for (int column = 0; column < width; ++column) {
          int facing = 0;
          if (!covers(faces, face, band, column, row, facing)) continue;
          ++expected;
          const auto fragment =
              found.find({static_cast<std::uint32_t>(row * width + column), faces.numbers[face]});
          ASSERT_NE(fragment, found.end()) << "face " << face << " at " << column << ' ' << row;
          EXPECT_EQ((fragment->second & exit_bit) != 0, facing > 0);
        }
      }
    }
    EXPECT_EQ(found.size(), expected);
    EXPECT_GT(expected, 20U);
  }
}

//! Columns that 16 bits do not count.
TEST(DrawFaces, a_map_of_more_columns_than_16_bits_count_is_covered_alike) {
  constexpr int moved = 66'000, wide_width = moved + width;
  std::mt19937 random(11);
  const Faces faces = random_faces(random);
  const BandView usual = view_with(7);
  BandView wide = usual;
  wide.width = wide_width;
  wide.x[3] = std::ldexp(moved, wide.shift);
  std::map<std::pair<int, std::uint32_t>, float> expected, found;  // pixel of the usual map, face
  for (const Fragment& fragment : drawn(kernels(), faces, usual)) {
    expected[{static_cast<int>(fragment.pixel), fragment.exit_face}] = fragment.depth;
  }
  for (const Fragment& fragment : drawn(kernels(), faces, wide)) {
    const int column = static_cast<int>(fragment.pixel % wide_width) - moved;
    const int row = static_cast<int>(fragment.pixel / wide_width);
    if (column >= 0) found[{row * width + column, fragment.exit_face}] = fragment.depth;
  }
  EXPECT_GT(found.size(), 1000U);
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& [where, depth] : expected) {
    ASSERT_TRUE(found.contains(where));
    EXPECT_NEAR(found[where], depth, 1e-4);  // small faces in single precision, large ones in double
  }
}

TEST(DrawFaces, depth_is_that_of_the_plane) {
  // A plane over two faces, one small, one large: depth = 3 + 0.25 x - 0.5 y.
  Faces faces;
  const float corners[6][2] = {{1, 1}, {2.75F, 1}, {1, 2.5F}, {5, 2}, {70, 3}, {20, 30}};
  for (const auto& [x, y] : corners) {
    faces.x.push_back(x);
    faces.y.push_back(y);
    faces.z.push_back(3 + 0.25F * x - 0.5F * y);
  }
  faces.corners = {0 | 1 << 8 | 2 << 16, 3 | 4 << 8 | 5 << 16 | 1U << 24};
  faces.numbers = {0, 1};
  faces.pad();
  const std::vector<Fragment> fragments = drawn(kernels(), faces, view_with(9));
  int of_face[2] = {0, 0};
  for (const Fragment& fragment : fragments) {
    const double x = fragment.pixel % width + 0.5, y = static_cast<int>(fragment.pixel / width) + 0.5;
    EXPECT_NEAR(fragment.depth, 3 + 0.25 * x - 0.5 * y, 1e-5);  // some roundings of 20 mm
    ++of_face[fragment.exit_face & face_bits];
  }
  EXPECT_GE(of_face[0], 1);
  EXPECT_GT(of_face[1], 500);
}

TEST(Kernels, every_instruction_set_draws_the_same_bits) {
  std::mt19937 random(815);
  const KernelList all = all_kernels();
  for (int round = 0; round < 32; ++round) {
    const Faces faces = random_faces(random, all_kinds[round / 4 % 4]);
    const BandView band = view_with(9 + round % 4);
    const std::vector<Fragment> best = drawn(all.first[0], faces, band);
    for (int i = 1; i < all.count; ++i) {
      const std::vector<Fragment> other = drawn(all.first[i], faces, band);
      EXPECT_TRUE(best == other) << all.first[i].name;
    }
  }
}

TEST(Kernels, the_last_layers_are_the_greatest_of_all_fragments) {
  std::mt19937 random(12);
  const BandView band = view_with(9);
  const KernelList all = all_kernels();
  for (int round = 0; round < 8; ++round) {
    const Faces faces = random_faces(random, all_kinds[round / 2]);
    const Facing facing = round % 2 == 0 ? Facing::leaving : Facing::entering;
    std::vector<std::uint64_t> expected(width * height, 0);
    for (const Fragment& fragment : drawn(kernels(), faces, band)) {
      if (((fragment.exit_face & exit_bit) != 0) != (facing == Facing::leaving)) continue;
      const std::uint64_t key = depth_key(fragment.depth, fragment.exit_face & ~exit_bit);
      expected[fragment.pixel] = std::max(expected[fragment.pixel], key);
    }
    for (int i = 0; i < all.count; ++i) {
      std::vector<std::uint64_t> keys(width * height, 0);
      all.first[i].keep_last(faces.view(), band, {facing, false}, keys.data());
      EXPECT_EQ(keys, expected) << all.first[i].name;
    }
  }
}

TEST(DepthKey, grows_with_the_depth_and_gives_it_back) {
  const float depths[] = {-1e6F, -3, -1e-30F, 0, 1e-30F, 2, 1e6F};
  for (std::size_t i = 0; i < std::size(depths); ++i) {
    const std::uint64_t key = depth_key(depths[i], 77);
    EXPECT_EQ(depth_of_key(key), depths[i]);
    EXPECT_EQ(face_of_key(key), 77);
    EXPECT_NE(key, 0U);
    if (i > 0) {
      EXPECT_GT(key, depth_key(depths[i - 1], 99));
    }
  }
  EXPECT_TRUE(sheet_of_key(depth_key(1, 5 | sheet_bit)));
  EXPECT_FALSE(sheet_of_key(depth_key(1, 5)));
}

//! A row of pixels in every arrangement of the two jaws; some chunks have no lower.
struct Row {
  static constexpr int count = 333;
  static constexpr int chunks = (count + chunk_columns - 1) / chunk_columns;
  int limit_shift;
  std::vector<float> start, end, limit;
  std::vector<std::int32_t> face;
  std::vector<std::uint64_t> exit;
};

Row random_row(std::mt19937& random, int limit_shift) {
  std::uniform_int_distribution<int> level(0, 5), number(0, 20);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  Row row{.limit_shift = limit_shift, .start = {}, .end = {}, .limit = {}, .face = {}, .exit = {}};
  enum { away, whole, below, anywhere } lower_is = anywhere;
  for (int i = 0; i < Row::count; ++i) {
    const bool wide = i / chunk_columns % 2 == 0;  // the upper covers all, with anatomy, above the lower
    if (i % chunk_columns == 0) lower_is = std::array{away, whole, below, anywhere}[number(random) % 4];
    const bool upper = wide || level(random) > 0;
    const bool lower = lower_is == whole || (lower_is != away && level(random) > 0);
    const float start = upper ? 0.5F * static_cast<float>(level(random)) + (wide ? 2.5F : 0) : infinity;
    row.start.push_back(start);
    row.end.push_back(upper ? start + 0.5F * static_cast<float>(level(random)) : -infinity);
    row.face.push_back(upper ? number(random) % (wide ? 15 : 21) : no_face);
    const std::uint32_t sheet = lower_is == anywhere && level(random) == 0 ? sheet_bit : 0;
    const float exit = 0.5F * static_cast<float>(level(random)) + (lower_is == anywhere && wide ? 1.5F : 0);
    const int face = number(random) % (lower_is == whole ? 15 : 21);
    row.exit.push_back(lower ? depth_key(exit, static_cast<std::uint32_t>(face) | sheet) : 0);
  }
  for (int place = 0; place <= Row::count >> limit_shift; ++place) {
    row.limit.push_back(level(random) == 0 ? -infinity : 0.5F * static_cast<float>(level(random)) - 0.25F);
  }
  return row;
}

struct Written {
  std::vector<float> clearance = std::vector<float>(Row::count), overlap = clearance;
  std::vector<std::int32_t> upper = std::vector<std::int32_t>(Row::count), lower = upper;
  std::vector<std::uint8_t> coverage = std::vector<std::uint8_t>(Row::count), state = coverage,
                            resolved = coverage, valued = coverage, open = coverage;
  std::vector<std::uint8_t> held = std::vector<std::uint8_t>(Row::chunks);
};

constexpr CompareLimits limits{.tolerance_mm = 1e-4F, .upper_anatomy_faces = 15, .lower_anatomy_faces = 15};

//! \param to output of an earlier row
bool compare(const Kernels& kernels, const Row& row, Written& to) {
  return kernels.compare_row(
      {.upper_start = row.start.data(),
       .upper_end = row.end.data(),
       .upper_face = row.face.data(),
       .lower_exit = row.exit.data(),
       .lower_entering_limit = row.limit.data(),
       .limit_shift = row.limit_shift,
       .count = Row::count},
      limits,
      {to.clearance.data(), to.overlap.data(), to.upper.data(), to.lower.data(), to.coverage.data(),
       to.state.data(), to.resolved.data(), to.valued.data(), to.open.data(), to.held.data()});
}

//! The rules of the kernel's head, a pixel at a time.
PixelResult expected_at(const Row& row, std::size_t i, bool& open) {
  const bool upper = row.face[i] != no_face, lower = row.exit[i] != 0;
  const float exit = depth_of_key(row.exit[i]), limit = row.limit[i >> row.limit_shift];
  PixelResult pixel{.coverage = static_cast<Coverage>((upper ? 1 : 0) + (lower ? 2 : 0))};
  open = false;
  if (!lower) return pixel;
  if (sheet_of_key(row.exit[i]) && !(limit < exit - shortest_interval_mm)) open = true;
  const float gap = row.start[i] - exit;
  if (upper && gap < -limits.tolerance_mm && !(row.end[i] >= exit && limit <= row.start[i])) open = true;
  if (!upper) return pixel;
  pixel.state = PixelState::not_anatomy;
  if (open || row.face[i] >= limits.upper_anatomy_faces ||
      face_of_key(row.exit[i]) >= limits.lower_anatomy_faces) {
    return pixel;
  }
  pixel.state = gap < -limits.tolerance_mm ? PixelState::interfering : PixelState::free;
  pixel.clearance_mm = gap;
  pixel.overlap_mm = pixel.state == PixelState::interfering ? -gap : 0;
  pixel.upper_face = row.face[i];
  pixel.lower_face = face_of_key(row.exit[i]);
  return pixel;
}

TEST(CompareRow, every_instruction_set_follows_the_rules) {
  std::mt19937 random(99);
  const KernelList all = all_kernels();
  for (int round = 0; round < 20; ++round) {
    const Row row = random_row(random, round % 2 == 0 ? tile_shift : 0);
    for (int k = 0; k < all.count; ++k) {
      Written to;
      const bool any_open = compare(all.first[k], row, to);
      bool expect_any = false;
      for (std::size_t i = 0; i < Row::count; ++i) {
        bool open = false;
        const PixelResult pixel = expected_at(row, i, open);
        expect_any |= open;
        const auto where = [&] { return std::string(all.first[k].name) + ' ' + std::to_string(i); };
        ASSERT_EQ(to.open[i], open ? 1 : 0) << where();
        ASSERT_EQ(to.coverage[i], static_cast<int>(pixel.coverage)) << where();
        ASSERT_EQ(to.state[i], static_cast<int>(pixel.state)) << where();
        if (std::isnan(pixel.clearance_mm)) {
          ASSERT_TRUE(std::isnan(to.clearance[i])) << where();
        } else {
          ASSERT_EQ(to.clearance[i], pixel.clearance_mm) << where();
        }
        ASSERT_EQ(to.overlap[i], pixel.overlap_mm) << where();
        ASSERT_EQ(to.upper[i], pixel.upper_face) << where();
        ASSERT_EQ(to.lower[i], pixel.lower_face) << where();
        const bool both = pixel.coverage == Coverage::both;
        ASSERT_EQ(to.resolved[i], both ? static_cast<int>(Stage::layers) : 0) << where();
        ASSERT_EQ(to.valued[i], pixel.upper_face != no_face ? static_cast<int>(Stage::layers) : 0) << where();
      }
      EXPECT_EQ(any_open, expect_any);
    }
  }
}

//! The same upper with another lower: unwritten values must equal rewritten ones.
TEST(CompareRow, a_row_over_an_earlier_one_is_the_row_alone) {
  std::mt19937 random(7);
  const KernelList all = all_kernels();
  for (int k = 0; k < all.count; ++k) {
    Row row = random_row(random, tile_shift);
    Written over;
    (void)compare(all.first[k], row, over);
    int stayed[4] = {0, 0, 0, 0};
    for (int pose = 0; pose < 40; ++pose) {
      const Row other = random_row(random, tile_shift);
      row.exit = other.exit;
      row.limit = other.limit;
      const std::vector<std::uint8_t> before = over.held;
      Written alone;
      EXPECT_EQ(compare(all.first[k], row, over), compare(all.first[k], row, alone));
      EXPECT_EQ(over.held, alone.held);
      EXPECT_EQ(std::memcmp(over.clearance.data(), alone.clearance.data(), Row::count * sizeof(float)), 0);
      EXPECT_EQ(over.overlap, alone.overlap);
      EXPECT_EQ(over.upper, alone.upper);
      EXPECT_EQ(over.lower, alone.lower);
      EXPECT_EQ(over.coverage, alone.coverage);
      EXPECT_EQ(over.state, alone.state);
      EXPECT_EQ(over.resolved, alone.resolved);
      EXPECT_EQ(over.valued, alone.valued);
      EXPECT_EQ(over.open, alone.open);
      for (std::size_t chunk = 0; chunk < before.size(); ++chunk) {
        if (before[chunk] == over.held[chunk]) ++stayed[before[chunk]];
      }
    }
    for (const int count : stayed) EXPECT_GT(count, 5) << all.first[k].name;
  }
}

}  // namespace
}  // namespace intercusp::zlist
