// A buffer that shaders read by texelFetch, one texel per element.
#pragma once

#include "occlusion/engines/gl/objects.h"

namespace intercusp::gl {

class BufferTexture {
 public:
  BufferTexture() = default;
  //! \param buffer must live at least as long.
  BufferTexture(GLenum format, const Buffer& buffer) {
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_BUFFER, 1, &name);
    name_ = Name<delete_texture>(name);
    glTextureBuffer(name, format, buffer.get());
  }

  void bind(GLuint unit) const { glBindTextureUnit(unit, name_.get()); }

 private:
  Name<delete_texture> name_;
};

}  // namespace intercusp::gl
