#include "viewer/scene/picture_texture.h"

namespace intercusp::viewer {

gl::Texture picture_texture(const Picture& picture) {
  gl::Texture texture(GL_RGBA8, picture.width, picture.height);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);  // three bytes a pixel
  glTextureSubImage2D(texture.get(), 0, 0, 0, picture.width, picture.height, GL_RGB, GL_UNSIGNED_BYTE,
                      picture.pixels.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTextureParameteri(texture.get(), GL_TEXTURE_MIN_FILTER, GL_LINEAR);  // it bears text
  glTextureParameteri(texture.get(), GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  return texture;
}

}  // namespace intercusp::viewer
