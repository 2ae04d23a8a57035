// A finished picture on the GPU, for the interface to show.
#pragma once

#include "io/picture/picture.h"
#include "occlusion/engines/gl/objects.h"

namespace intercusp::viewer {

//! RGBA8, row 0 the top of the picture. \pre the picture has pixels
[[nodiscard]] gl::Texture picture_texture(const Picture& picture);

}  // namespace intercusp::viewer
