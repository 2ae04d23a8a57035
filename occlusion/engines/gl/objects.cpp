#include "occlusion/engines/gl/objects.h"

#include <algorithm>
#include <string>
#include <vector>

#include "occlusion/engines/gl/context.h"

namespace intercusp::gl {
namespace {

bool has_stencil(GLenum format) { return format == GL_DEPTH32F_STENCIL8 || format == GL_DEPTH24_STENCIL8; }

void read_texels_as_they_are(GLuint name) {
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

}  // namespace

void delete_texture(GLuint name) { glDeleteTextures(1, &name); }
void delete_buffer(GLuint name) { glDeleteBuffers(1, &name); }
void delete_framebuffer(GLuint name) { glDeleteFramebuffers(1, &name); }
void delete_vertex_array(GLuint name) { glDeleteVertexArrays(1, &name); }

Texture::Texture(GLenum format, int width_px, int height_px)
    : format_(format), width_px_(width_px), height_px_(height_px) {
  GLuint name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &name);
  name_ = Name<delete_texture>(name);
  glTextureStorage2D(name, 1, format, width_px, height_px);
  read_texels_as_they_are(name);
}

Texture Texture::stencil_view() const {
  GLuint name = 0;
  glGenTextures(1, &name);  // a view needs a name that is not a texture yet
  glTextureView(name, GL_TEXTURE_2D, get(), format_, 0, 1, 0, 1);
  glTextureParameteri(name, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_STENCIL_INDEX);
  read_texels_as_they_are(name);
  Texture view;
  view.name_ = Name<delete_texture>(name);
  view.format_ = format_;
  view.width_px_ = width_px_;
  view.height_px_ = height_px_;
  return view;
}

void Texture::read(GLenum format, GLenum type, std::span<std::byte> pixels) const {
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glGetTextureImage(get(), 0, format, type, static_cast<GLsizei>(pixels.size()), pixels.data());
}

void bind(GLuint first_unit, std::initializer_list<const Texture*> textures) {
  for (const Texture* texture : textures) texture->bind(first_unit++);
}

HostBuffer::HostBuffer(std::size_t bytes) {
  GLuint name = 0;
  glCreateBuffers(1, &name);
  name_ = Name<delete_buffer>(name);
  const GLbitfield access = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
  glNamedBufferStorage(name, static_cast<GLsizeiptr>(bytes), nullptr, access | GL_CLIENT_STORAGE_BIT);
  void* const memory = glMapNamedBufferRange(name, 0, static_cast<GLsizeiptr>(bytes), access);
  if (memory == nullptr) {
    throw ContextError("OpenGL cannot map " + std::to_string(bytes) + " bytes of memory");
  }
  content_ = {static_cast<std::byte*>(memory), bytes};
}

void HostBuffer::wait() { glFinish(); }

Fence::Fence() : sync_(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0)) {}

Fence::~Fence() {
  if (sync_ != nullptr) glDeleteSync(sync_);
}

void Fence::wait() const {
  const GLuint64 second_ns = 1'000'000'000;
  while (glClientWaitSync(sync_, GL_SYNC_FLUSH_COMMANDS_BIT, second_ns) == GL_TIMEOUT_EXPIRED) {
  }
}

Buffer::Buffer(std::size_t bytes) : bytes_(bytes) {
  GLuint name = 0;
  glCreateBuffers(1, &name);
  name_ = Name<delete_buffer>(name);
  glNamedBufferStorage(name, static_cast<GLsizeiptr>(bytes), nullptr, GL_DYNAMIC_STORAGE_BIT);
}

Buffer::Buffer(std::span<const std::byte> content) : Buffer(content.size()) { write(0, content); }

void Buffer::write(std::size_t offset, std::span<const std::byte> content) const {
  glNamedBufferSubData(get(), static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(content.size()),
                       content.data());
}

void Buffer::read(std::size_t offset, std::span<std::byte> content) const {
  if (copy_.size() < content.size()) copy_ = HostBuffer(content.size());
  glCopyNamedBufferSubData(get(), copy_.get(), static_cast<GLintptr>(offset), 0,
                           static_cast<GLsizeiptr>(content.size()));
  HostBuffer::wait();
  std::copy_n(copy_.content().begin(), content.size(), content.begin());
}

Framebuffer::Framebuffer(std::initializer_list<const Texture*> colors, const Texture* depth) {
  GLuint name = 0;
  glCreateFramebuffers(1, &name);
  name_ = Name<delete_framebuffer>(name);
  std::vector<GLenum> targets;
  for (const Texture* color : colors) {
    targets.push_back(GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(targets.size()));
    glNamedFramebufferTexture(name, targets.back(), color->get(), 0);
    width_px_ = color->width_px();
    height_px_ = color->height_px();
  }
  if (depth != nullptr) {
    glNamedFramebufferTexture(
        name, has_stencil(depth->format()) ? GL_DEPTH_STENCIL_ATTACHMENT : GL_DEPTH_ATTACHMENT, depth->get(),
        0);
    width_px_ = depth->width_px();
    height_px_ = depth->height_px();
  }
  glNamedFramebufferDrawBuffers(name, static_cast<GLsizei>(targets.size()), targets.data());
  const GLenum status = glCheckNamedFramebufferStatus(name, GL_DRAW_FRAMEBUFFER);
  if (status != GL_FRAMEBUFFER_COMPLETE) {
    throw ContextError("OpenGL cannot draw into this framebuffer, status " + std::to_string(status));
  }
}

VertexArray::VertexArray() {
  GLuint name = 0;
  glCreateVertexArrays(1, &name);
  name_ = Name<delete_vertex_array>(name);
}

}  // namespace intercusp::gl
