// OpenGL objects as move-only values with direct state access. Create them after the context, destroy them
// before it, and use them only while it is current.
#pragma once

#include <epoxy/gl.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>

namespace intercusp::gl {

//! Owns an OpenGL name. `destroy` is one of the functions below.
template <void (*destroy)(GLuint)>
class Name {
 public:
  Name() = default;
  explicit Name(GLuint name) : name_(name) {}
  ~Name() {
    if (name_ != 0) destroy(name_);
  }
  Name(Name&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  Name& operator=(Name&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  [[nodiscard]] GLuint get() const { return name_; }

 private:
  GLuint name_ = 0;
};

void delete_texture(GLuint name);
void delete_buffer(GLuint name);
void delete_framebuffer(GLuint name);
void delete_vertex_array(GLuint name);

//! A two-dimensional texture of fixed size and format, one level, no filtering.
class Texture {
 public:
  Texture() = default;
  Texture(GLenum format, int width_px, int height_px);

  //! The memory of this texture, read as the stencil of a depth-stencil texture. (The texture itself
  //! reads as depth.)
  [[nodiscard]] Texture stencil_view() const;

  [[nodiscard]] GLuint get() const { return name_.get(); }
  [[nodiscard]] GLenum format() const { return format_; }
  [[nodiscard]] int width_px() const { return width_px_; }
  [[nodiscard]] int height_px() const { return height_px_; }

  void bind(GLuint unit) const { glBindTextureUnit(unit, get()); }
  void bind_image(GLuint unit, GLenum access) const {
    glBindImageTexture(unit, get(), 0, GL_FALSE, 0, access, format_);
  }
  //! Not for integer formats.
  void clear_to_zero() const { glClearTexImage(get(), 0, GL_RGBA, GL_FLOAT, nullptr); }
  void clear(std::uint32_t value) const {
    glClearTexImage(get(), 0, GL_RED_INTEGER, GL_UNSIGNED_INT, &value);
  }

  //! Reads all pixels, row 0 first.
  //! \pre `pixels` has width × height elements of the given format and type
  void read(GLenum format, GLenum type, std::span<std::byte> pixels) const;

 private:
  Name<delete_texture> name_;
  GLenum format_ = 0;
  int width_px_ = 0;
  int height_px_ = 0;
};

//! Binds textures to consecutive units.
void bind(GLuint first_unit, std::initializer_list<const Texture*> textures);

//! Memory of the host that the GPU reads and writes. It has a fixed size and stays mapped
//! during its lifetime.
class HostBuffer {
 public:
  HostBuffer() = default;
  //! \throw ContextError if the driver cannot map so many bytes
  explicit HostBuffer(std::size_t bytes);

  [[nodiscard]] GLuint get() const { return name_.get(); }
  [[nodiscard]] std::size_t size() const { return content_.size(); }
  void bind_storage(GLuint binding) const { glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, get()); }

  //! After `wait`, data written by the GPU is visible here. The GPU sees data written before a draw
  //! or computation.
  [[nodiscard]] std::span<std::byte> content() const { return content_; }
  //! The first elements of the buffer. A buffer that is too small is replaced by a new one
  //! without its content.
  template <typename Element>
  [[nodiscard]] std::span<Element> room_for(std::size_t count) {
    const std::size_t bytes = count * sizeof(Element);
    if (size() < bytes) {
      *this = {};  // released first, so that both need not fit
      *this = HostBuffer(bytes);
    }
    return {reinterpret_cast<Element*>(content().data()), count};
  }
  //! Returns when the GPU has finished all draws and computations.
  static void wait();

 private:
  Name<delete_buffer> name_;
  std::span<std::byte> content_;
};

//! Marks a point in the sequence of draws and computations.
class Fence {
 public:
  //! The point after all draws and computations so far.
  Fence();
  ~Fence();
  Fence(Fence&& other) noexcept : sync_(std::exchange(other.sync_, nullptr)) {}
  Fence& operator=(Fence&&) = delete;

  //! Returns when the GPU has finished everything before this point.
  void wait() const;

 private:
  GLsync sync_;
};

//! Memory of the GPU of a fixed size.
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t bytes);
  explicit Buffer(std::span<const std::byte> content);

  [[nodiscard]] GLuint get() const { return name_.get(); }
  [[nodiscard]] std::size_t size() const { return bytes_; }
  void write(std::size_t offset, std::span<const std::byte> content) const;
  //! Waits for the GPU.
  void read(std::size_t offset, std::span<std::byte> content) const;
  void bind_storage(GLuint binding) const { glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, get()); }
  void bind_uniform(GLuint binding) const { glBindBufferBase(GL_UNIFORM_BUFFER, binding, get()); }

 private:
  Name<delete_buffer> name_;
  std::size_t bytes_ = 0;
  //! Buffer for reading back. If a buffer is read directly, drivers move it into the host's memory, which
  //! slows every pass that uses it.
  mutable HostBuffer copy_;
};

//! The target of a draw. Its textures must outlive it.
class Framebuffer {
 public:
  Framebuffer() = default;
  //! \param depth may be nullptr; its stencil, if any, is attached as well
  //! \throw std::runtime_error if the driver cannot draw into these textures together
  explicit Framebuffer(std::initializer_list<const Texture*> colors, const Texture* depth = nullptr);

  [[nodiscard]] GLuint get() const { return name_.get(); }
  [[nodiscard]] int width_px() const { return width_px_; }
  [[nodiscard]] int height_px() const { return height_px_; }

 private:
  Name<delete_framebuffer> name_;
  int width_px_ = 0;
  int height_px_ = 0;
};

class VertexArray {
 public:
  VertexArray();
  [[nodiscard]] GLuint get() const { return name_.get(); }

 private:
  Name<delete_vertex_array> name_;
};

}  // namespace intercusp::gl
