// Buffers covered centres and passes them on in batches.
//
// Internal to draw_faces.cpp.
#pragma once

#include "occlusion/engines/zlist/kernels/isa.h"

namespace intercusp::zlist::INTERCUSP_ISA {
namespace {

constexpr int buffer_size = 1024;

//! Buffer of covered centres.
struct Buffer {
  int count = 0;
  alignas(64) std::uint32_t pixel[buffer_size];
  alignas(64) float depth[buffer_size];
  alignas(64) std::uint32_t exit_face[buffer_size];

  //! Appends those of `lanes` whose bit is set. \pre room for as many
  void append(std::uint32_t covered, const Ints& pixels, const Floats& depths, const Ints& exit_faces) {
    const int first =
        count;  // in a register: otherwise the compiler assumes that the writes may change `count`
    write_chosen(covered, pixels, pixel + first);
    write_chosen(covered, reinterpret_cast<Ints>(depths), depth + first);
    write_chosen(covered, exit_faces, exit_face + first);
    count = first + bits_set(covered);
  }

  //! As above, of sixteen.
  void append(std::uint32_t covered, const std::uint32_t* pixels, const float* depths,
              const std::uint32_t* exit_faces) {
    for (int first = 0; first < 16; first += lanes) {
      append(covered >> first & lane_bits, load(pixels + first),
             reinterpret_cast<Floats>(load(depths + first)), load(exit_faces + first));
    }
  }
};

//! To a sink, some at a time.
class ToSink {
 public:
  explicit ToSink(const FragmentSink& sink) : sink_(sink) {}
  void operator()(const Buffer& buffer) const {
    sink_.take(sink_.owner, {buffer.pixel, buffer.depth, buffer.exit_face, buffer.count});
  }

 private:
  const FragmentSink& sink_;
};

//! Straight to the last layer of each pixel.
class ToLastLayers {
 public:
  explicit ToLastLayers(std::uint64_t* keys) : keys_(keys) {}
  void operator()(const Buffer& buffer) const {
    alignas(64) std::uint64_t keys[buffer_size];
    for (int i = 0; i < buffer.count; ++i) {
      keys[i] = depth_key(buffer.depth[i], buffer.exit_face[i] & ~exit_bit);
    }
    for (int i = 0; i < buffer.count; ++i) {
      std::uint64_t& kept = keys_[buffer.pixel[i]];
      kept = keys[i] > kept ? keys[i] : kept;
    }
  }

 private:
  std::uint64_t* keys_;
};

//! Takes covered centres and passes them on when there are many.
template <class Target>
class Output {
 public:
  explicit Output(const Target& target) : target_(target) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  //! Adds sixteen centres, or `lanes` of them; `covered` has a bit for each that counts.
  template <class Pixels, class Depths, class Faces>
  void add(std::uint32_t covered, const Pixels& pixels, const Depths& depths, const Faces& exit_faces) {
    if (buffer_.count > buffer_size - 16) flush();
    buffer_.append(covered, pixels, depths, exit_faces);
  }

  //! Must be called at the end. No destructor does it, because targets throw if memory runs out.
  void flush() {
    if (buffer_.count > 0) target_(buffer_);
    buffer_.count = 0;
  }

 private:
  const Target& target_;
  Buffer buffer_;
};

}  // namespace
}  // namespace intercusp::zlist::INTERCUSP_ISA
