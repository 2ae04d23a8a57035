#include "occlusion/engines/gl/context.h"

#include <dlfcn.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "occlusion/base/free_memory.h"

namespace intercusp::gl {
namespace {

constexpr std::array<EGLint, 7> wanted_context = {EGL_CONTEXT_MAJOR_VERSION,
                                                  4,
                                                  EGL_CONTEXT_MINOR_VERSION,
                                                  5,
                                                  EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                                  EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                                  EGL_NONE};

//! Loads a library. libepoxy would end the program if that fails, for example for lack of memory.
void load(const char* library) {
  if (::dlopen(library, RTLD_LAZY) == nullptr)
    throw ContextError(std::string("OpenGL cannot be loaded: ") + ::dlerror());
}

std::string egl_error() {
  static constexpr std::array<std::pair<EGLint, const char*>, 11> names = {
      {{EGL_SUCCESS, "no reason given"},
       {EGL_NOT_INITIALIZED, "EGL_NOT_INITIALIZED"},
       {EGL_BAD_ACCESS, "EGL_BAD_ACCESS"},
       {EGL_BAD_ALLOC, "EGL_BAD_ALLOC"},
       {EGL_BAD_ATTRIBUTE, "EGL_BAD_ATTRIBUTE"},
       {EGL_BAD_CONTEXT, "EGL_BAD_CONTEXT"},
       {EGL_BAD_DISPLAY, "EGL_BAD_DISPLAY"},
       {EGL_BAD_MATCH, "EGL_BAD_MATCH"},
       {EGL_BAD_PARAMETER, "EGL_BAD_PARAMETER"},
       {EGL_BAD_CONFIG, "EGL_BAD_CONFIG"},
       {EGL_CONTEXT_LOST, "EGL_CONTEXT_LOST"}}};
  const EGLint error = eglGetError();
  for (const auto& [code, name] : names) {
    if (code == error) return name;
  }
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "EGL error 0x%04x", static_cast<unsigned>(error));
  return text.data();
}

//! Finds whole words only: EGL_EXT_device_base must not be found in EGL_EXT_device_base_2.
bool has_word(const char* words, std::string_view word) {
  if (words == nullptr) return false;
  std::string_view rest = words;
  while (!rest.empty()) {
    const std::size_t space = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, space) == word) return true;
    rest.remove_prefix(std::min(space + 1, rest.size()));
  }
  return false;
}

//! One way to get a display.
struct Way {
  std::string name;
  EGLenum platform;
  void* native_display;
};

struct Ways {
  std::vector<Way> hardware_devices, software_devices;
};

Ways device_ways() {
  Ways ways;
  std::array<EGLDeviceEXT, 32> devices{};
  EGLint count = 0;
  if (eglQueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &count) != EGL_TRUE)
    return ways;
  for (EGLint i = 0; i < count; ++i) {
    EGLDeviceEXT device = devices.at(static_cast<std::size_t>(i));
    const bool software =
        has_word(eglQueryDeviceStringEXT(device, EGL_EXTENSIONS), "EGL_MESA_device_software");
    const std::string name = "EGL device " + std::to_string(i) + (software ? " (software)" : " (hardware)");
    (software ? ways.software_devices : ways.hardware_devices)
        .push_back({name, EGL_PLATFORM_DEVICE_EXT, device});
  }
  return ways;
}

//! The ways in the order of the attempts. Extensions that the client library lacks are recorded as attempts.
std::vector<Way> ways_to_try(std::vector<ContextAttempt>& attempts) {
  const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  const bool has_platforms = has_word(extensions, "EGL_EXT_platform_base");
  const bool has_devices =
      has_word(extensions, "EGL_EXT_platform_device") &&
      (has_word(extensions, "EGL_EXT_device_enumeration") || has_word(extensions, "EGL_EXT_device_base"));
  const Ways devices = has_platforms && has_devices ? device_ways() : Ways{};
  if (devices.hardware_devices.empty()) {
    attempts.push_back({"EGL devices (hardware)",
                        has_devices ? "none present" : "EGL_EXT_platform_device is missing", false});
  }
  std::vector<Way> ways = devices.hardware_devices;
  if (has_platforms && has_word(extensions, "EGL_MESA_platform_surfaceless")) {
    ways.push_back({"EGL surfaceless", EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY});
  } else {
    attempts.push_back({"EGL surfaceless", "EGL_MESA_platform_surfaceless is missing", false});
  }
  ways.insert(ways.end(), devices.software_devices.begin(), devices.software_devices.end());
  return ways;
}

std::string gl_text(GLenum name) {
  const GLubyte* text = glGetString(name);
  return text == nullptr ? "" : reinterpret_cast<const char*>(text);
}

bool names_software(const std::string& renderer) {
  constexpr std::array<const char*, 5> names = {"llvmpipe", "softpipe", "swrast", "SWR",
                                                "Software Rasterizer"};
  return std::any_of(names.begin(), names.end(),
                     [&](const char* name) { return renderer.find(name) != std::string::npos; });
}

ContextInfo read_info() {
  ContextInfo info{.vendor = gl_text(GL_VENDOR),
                   .renderer = gl_text(GL_RENDERER),
                   .version = gl_text(GL_VERSION),
                   .glsl_version = gl_text(GL_SHADING_LANGUAGE_VERSION)};
  info.software = names_software(info.renderer);
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &info.max_texture_px);
  std::array<GLint, 2> viewport{};
  glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport.data());
  info.max_viewport_px = std::min(viewport[0], viewport[1]);
  glGetIntegerv(GL_MAX_COLOR_ATTACHMENTS, &info.max_color_attachments);
  glGetIntegerv(GL_SUBPIXEL_BITS, &info.subpixel_bits);
  GLint64 storage = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &storage);
  info.max_storage_bytes = static_cast<std::size_t>(storage);
  return info;
}

void collect_message(GLenum /*source*/, GLenum /*type*/, GLuint /*id*/, GLenum severity, GLsizei length,
                     const GLchar* message, const void* collector) {
  if (severity != GL_DEBUG_SEVERITY_HIGH && severity != GL_DEBUG_SEVERITY_MEDIUM) return;
  auto& messages = *static_cast<std::vector<std::string>*>(const_cast<void*>(collector));
  messages.emplace_back(message, static_cast<std::size_t>(length));
}

}  // namespace

struct Context::Impl {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  std::vector<ContextAttempt> attempts;
  ContextInfo info;
  std::vector<std::string> messages;

  //! Returns the outcome of an attempt in words and sets `context` on success.
  std::string try_way(const Way& way) {
    display = eglGetPlatformDisplayEXT(way.platform, way.native_display, nullptr);
    if (display == EGL_NO_DISPLAY) return "no display: " + egl_error();
    // The whole process shares displays. They are never terminated, because that would end their
    // other contexts.
    if (eglInitialize(display, nullptr, nullptr) != EGL_TRUE) return "cannot be initialised: " + egl_error();
    const char* extensions = eglQueryString(display, EGL_EXTENSIONS);
    for (const char* needed : {"EGL_KHR_surfaceless_context", "EGL_KHR_no_config_context"}) {
      if (!has_word(extensions, needed)) return std::string(needed) + " is missing";
    }
    if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) return "no desktop OpenGL: " + egl_error();
    const EGLContext made =
        eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted_context.data());
    if (made == EGL_NO_CONTEXT) return "no OpenGL 4.5 core context: " + egl_error();
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, made) != EGL_TRUE) {
      const std::string reason = egl_error();
      eglDestroyContext(display, made);
      return "the context cannot be used: " + reason;
    }
    context = made;
    return "OpenGL 4.5 core";
  }

  void listen() {
    glDebugMessageCallback(collect_message, &messages);
    // Performance hints report no errors, and some drivers send one for each map.
    glDebugMessageControl(GL_DONT_CARE, GL_DEBUG_TYPE_PERFORMANCE, GL_DONT_CARE, 0, nullptr, GL_FALSE);
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  }
};

std::uint64_t needed_memory_bytes() {
  constexpr std::uint64_t libraries = 600'000'000, a_thread = 100'000'000, most_threads = 32;
  return libraries + a_thread * std::min<std::uint64_t>(std::thread::hardware_concurrency(), most_threads);
}

Context::Context() : impl_(std::make_unique<Impl>()) {
  const std::optional<std::uint64_t> free = free_memory_bytes();
  if (free && *free < needed_memory_bytes())
    throw ContextError("OpenGL is not loaded: it may need " +
                       std::to_string(needed_memory_bytes() / 1'000'000) + " MB of memory, " +
                       std::to_string(*free / 1'000'000) + " MB are free");
  load("libEGL.so.1");
  for (const Way& way : ways_to_try(impl_->attempts)) {
    const std::string outcome = impl_->try_way(way);
    const bool succeeded = impl_->context != EGL_NO_CONTEXT;
    impl_->attempts.push_back({way.name, outcome, succeeded});
    if (!succeeded) continue;
    load("libOpenGL.so.0");
    impl_->info = read_info();
    impl_->attempts.back().outcome += ", " + impl_->info.renderer;
    impl_->listen();
    return;
  }
  std::string message = "no OpenGL 4.5 core context without a window:";
  for (const ContextAttempt& attempt : impl_->attempts) {
    message += "\n  " + attempt.way + ": " + attempt.outcome;
  }
  throw ContextError(message);
}

Context::~Context() {
  eglBindAPI(EGL_OPENGL_API);
  if (eglGetCurrentContext() == impl_->context)
    eglMakeCurrent(impl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(impl_->display, impl_->context);
  // Otherwise libEGL keeps a state for this thread and frees it twice if the thread ends together
  // with the process.
  if (eglGetCurrentContext() == EGL_NO_CONTEXT) eglReleaseThread();
}

void Context::throw_on_error() const {
  const GLenum error = glGetError();
  if (error == GL_NO_ERROR) return;
  std::string message = "OpenGL error " + std::to_string(error);
  if (error == GL_OUT_OF_MEMORY) message += ", out of memory";
  if (error == GL_CONTEXT_LOST) message += ", the context is lost";
  if (!impl_->messages.empty()) message += ": " + impl_->messages.back();
  throw ContextError(message);
}

const std::vector<ContextAttempt>& Context::attempts() const { return impl_->attempts; }
const ContextInfo& Context::info() const { return impl_->info; }
const std::vector<std::string>& Context::debug_messages() const { return impl_->messages; }

}  // namespace intercusp::gl
