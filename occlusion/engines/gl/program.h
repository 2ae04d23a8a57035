// A linked shader program.
#pragma once

#include <epoxy/gl.h>

#include <Eigen/Core>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "occlusion/engines/gl/objects.h"

namespace intercusp::gl {

//! Thrown if a shader does not compile or link. The message has the stage and the driver's text.
class ShaderError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

void delete_program(GLuint name);

class Program {
 public:
  //! Vertex and fragment shader. \throw ShaderError
  Program(std::string_view vertex_source, std::string_view fragment_source);
  //! \param invocations number of invocations of a group that run at once, for shaders that divide the work
  //! of a group among INVOCATIONS. In software OpenGL waiting at a barrier is slow.
  //! \throw ShaderError
  [[nodiscard]] static Program compute(std::string_view source, int invocations = 0);

  [[nodiscard]] GLuint get() const { return name_.get(); }

  //! Ignores uniforms that the shader does not use.
  void set(const char* uniform, float value) const { glProgramUniform1f(get(), place(uniform), value); }
  void set(const char* uniform, double value) const { glProgramUniform1d(get(), place(uniform), value); }
  void set(const char* uniform, std::int32_t value) const {
    glProgramUniform1i(get(), place(uniform), value);
  }
  void set(const char* uniform, std::uint32_t value) const {
    glProgramUniform1ui(get(), place(uniform), value);
  }
  void set(const char* uniform, const Eigen::Vector2i& value) const {
    glProgramUniform2iv(get(), place(uniform), 1, value.data());
  }
  void set(const char* uniform, const Eigen::Vector2f& value) const {
    glProgramUniform2fv(get(), place(uniform), 1, value.data());
  }
  void set(const char* uniform, const Eigen::Matrix4f& value) const {
    glProgramUniformMatrix4fv(get(), place(uniform), 1, GL_FALSE, value.data());
  }

  [[nodiscard]] GLint place(const char* uniform) const { return glGetUniformLocation(get(), uniform); }

 private:
  Program() = default;
  Name<delete_program> name_;
};

}  // namespace intercusp::gl
