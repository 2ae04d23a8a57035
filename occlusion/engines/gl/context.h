// An off-screen OpenGL 4.5 core context and its capabilities.
//
// All drawing goes to framebuffer objects, so the context has neither surface nor config. Hardware EGL
// devices are tried first, then the surfaceless platform, then software EGL devices. Every attempt is
// recorded for bug reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace intercusp::gl {

//! Thrown without usable OpenGL; the message lists every attempt.
class ContextError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ContextAttempt {
  std::string way;      //!< e.g. "EGL device 0 (hardware)"
  std::string outcome;  //!< the result, in words
  bool succeeded = false;
};

struct ContextInfo {
  std::string vendor, renderer, version, glsl_version;
  bool software = false;  //!< the CPU draws
  int max_texture_px = 0;
  int max_viewport_px = 0;  //!< the smaller of width and height
  int max_color_attachments = 0;
  int subpixel_bits = 4;              //!< vertices are rounded to this many bits of a pixel
  std::size_t max_storage_bytes = 0;  //!< greatest size of a shader storage buffer
};

//! Upper bound of the memory for loading OpenGL: the libraries and, for software OpenGL, one thread with its
//! own memory for each processor (530 MB of address space with two, Mesa 22.3). A driver that runs out of
//! memory may end the program.
[[nodiscard]] std::uint64_t needed_memory_bytes();

class Context {
 public:
  //! Creates a context and makes it current on the calling thread, where it stays until another replaces it.
  //! \throw ContextError if no attempt gives OpenGL 4.5 core, or if too little memory is free
  Context();
  //! \pre called on the thread of the constructor
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  //! \throw ContextError if OpenGL has a pending error (memory, lost context)
  //! \pre the context is current
  void throw_on_error() const;

  [[nodiscard]] const std::vector<ContextAttempt>& attempts() const;
  [[nodiscard]] const ContextInfo& info() const;
  [[nodiscard]] bool is_software() const { return info().software; }
  //! Size of a compute shader's group in which no invocation waits long for the others. For software OpenGL
  //! it is the number of floats in a vector of the processor.
  [[nodiscard]] int invocations_at_once() const { return is_software() ? 8 : 128; }

  //! KHR_debug messages of medium and high severity since the context was created.
  [[nodiscard]] const std::vector<std::string>& debug_messages() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace intercusp::gl
