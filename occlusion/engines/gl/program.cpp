#include "occlusion/engines/gl/program.h"

#include <string>
#include <vector>

namespace intercusp::gl {
namespace {

void delete_shader(GLuint name) { glDeleteShader(name); }
using Shader = Name<delete_shader>;

const char* stage_name(GLenum stage) {
  switch (stage) {
    case GL_VERTEX_SHADER:
      return "vertex";
    case GL_FRAGMENT_SHADER:
      return "fragment";
    default:
      return "compute";
  }
}

Shader compile(GLenum stage, std::string_view source) {
  Shader shader(glCreateShader(stage));
  const char* text = source.data();
  const auto length = static_cast<GLint>(source.size());
  glShaderSource(shader.get(), 1, &text, &length);
  glCompileShader(shader.get());
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader.get(), GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_TRUE) return shader;
  std::string log(4096, '\0');
  GLsizei written = 0;
  glGetShaderInfoLog(shader.get(), static_cast<GLsizei>(log.size()), &written, log.data());
  log.resize(static_cast<std::size_t>(written));
  throw ShaderError(std::string("the ") + stage_name(stage) + " shader does not compile: " + log);
}

void link(GLuint program, const std::vector<Shader>& shaders) {
  for (const Shader& shader : shaders) glAttachShader(program, shader.get());
  glLinkProgram(program);
  for (const Shader& shader : shaders) glDetachShader(program, shader.get());
  GLint linked = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (linked == GL_TRUE) return;
  std::string log(4096, '\0');
  GLsizei written = 0;
  glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), &written, log.data());
  log.resize(static_cast<std::size_t>(written));
  throw ShaderError("the shaders do not link: " + log);
}

}  // namespace

void delete_program(GLuint name) { glDeleteProgram(name); }

Program::Program(std::string_view vertex_source, std::string_view fragment_source)
    : name_(glCreateProgram()) {
  std::vector<Shader> shaders;
  shaders.push_back(compile(GL_VERTEX_SHADER, vertex_source));
  shaders.push_back(compile(GL_FRAGMENT_SHADER, fragment_source));
  link(get(), shaders);
}

Program Program::compute(std::string_view source, int invocations) {
  Program program;
  program.name_ = Name<delete_program>(glCreateProgram());
  std::vector<Shader> shaders;
  const std::size_t head = source.find('\n') + 1;  // "#version …" is the first line
  shaders.push_back(compile(GL_COMPUTE_SHADER, std::string(source.substr(0, head)) + "#define INVOCATIONS " +
                                                   std::to_string(invocations) + "u\n" +
                                                   std::string(source.substr(head))));
  link(program.get(), shaders);
  return program;
}

}  // namespace intercusp::gl
