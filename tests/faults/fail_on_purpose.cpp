// Preloaded into a program (LD_PRELOAD), makes one of its calls fail, to test the result:
//
//   INTERCUSP_FAULT="write 7"    the seventh write, as on a full disk; with "write 7+" all that follow too
//   INTERCUSP_FAULT_GPU=1        with "gl": software OpenGL claims to be a graphics card
//   INTERCUSP_FAULT_MADE=FILE    is created when the call fails: without it the program made fewer calls
//
// Kinds: write (fsync, ftruncate and rename count as writes), open, new (operator new for 1 kB or more, also in
// libraries), thread, gl (requests that OpenGL may refuse: a context, memory, a shader, a framebuffer). Calls are
// counted from the start of main, because exceptions of libraries while they are loaded cannot be caught. Linux with
// glibc only.
#include <dlfcn.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace {

struct Plan {
  char kind[8] = "";
  long number = 0;
  bool and_after = false;
};

const Plan& plan() {
  static const Plan made = [] {
    Plan plan;
    char more = 0;
    const char* const text = std::getenv("INTERCUSP_FAULT");
    if (text != nullptr && std::sscanf(text, "%7s %ld%c", plan.kind, &plan.number, &more) >= 2)
      plan.and_after = more == '+';
    return plan;
  }();
  return made;
}

void tell() {
  const char* const file = std::getenv("INTERCUSP_FAULT_MADE");
  if (file == nullptr) return;
  const long descriptor = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT, 0666);
  if (descriptor >= 0) syscall(SYS_close, descriptor);
}

using Main = int(int, char**, char**);
Main* real_main = nullptr;
std::atomic<bool> in_main = false;

void stand_in_for_opengl();

int counted_main(int count, char** words, char** environment) {
  if (std::strcmp(plan().kind, "gl") == 0) stand_in_for_opengl();
  in_main = true;
  return real_main(count, words, environment);
}

//! Whether this call must fail. Each kind counts its own calls.
bool fails(const char* kind) {
  static std::atomic<long> calls = 0;
  if (!in_main || std::strcmp(plan().kind, kind) != 0) return false;
  const long call = ++calls;
  if (call != plan().number && !(plan().and_after && call > plan().number)) return false;
  tell();
  return true;
}

template <class Function>
Function* real(Function*, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

//! Standard error still works: the program reports errors there.
bool write_fails(int descriptor) {
  if (descriptor == STDERR_FILENO || !fails("write")) return false;
  errno = ENOSPC;
  return true;
}

//! Devices and files of the system are not files of the user.
bool open_fails(const char* path) {
  for (const char* const system : {"/dev/", "/proc/", "/sys/", "/etc/", "/usr/"})
    if (std::strncmp(path, system, std::strlen(system)) == 0) return false;
  if (!fails("open")) return false;
  errno = EMFILE;
  return true;
}

// ---- OpenGL: libepoxy calls through public pointers and resolves each at its first call.

//! A function of OpenGL, replaced by `stand_in`.
template <class Function>
class Behind {
 public:
  void put(const char* name, Function* stand_in) {
    where_ = static_cast<Function**>(dlsym(RTLD_DEFAULT, name));
    if (where_ == nullptr) return;  // a program without OpenGL
    stand_in_ = stand_in;
    real_ = std::exchange(*where_, stand_in);
  }
  template <class... Arguments>
  auto operator()(Arguments... arguments) {
    struct PutBack {
      Behind& function;
      ~PutBack() { function.real_ = std::exchange(*function.where_, function.stand_in_); }
    };
    *where_ = real_;  // unresolved, it calls itself through this pointer
    const PutBack after{*this};
    return real_(arguments...);
  }

 private:
  Function** where_ = nullptr;
  Function* stand_in_ = nullptr;
  Function* real_ = nullptr;
};

template <class Pointer>
using Called = Behind<std::remove_pointer_t<Pointer>>;
Called<PFNGLGETSTRINGPROC> get_string;
Called<PFNGLGETERRORPROC> get_error;
Called<PFNGLGETSHADERIVPROC> get_shader;
Called<PFNGLGETPROGRAMIVPROC> get_program;
Called<PFNGLTEXTURESTORAGE2DPROC> texture_storage;
Called<PFNGLNAMEDBUFFERSTORAGEPROC> buffer_storage;
Called<PFNGLCHECKNAMEDFRAMEBUFFERSTATUSPROC> framebuffer_status;
Called<PFNEGLGETPLATFORMDISPLAYEXTPROC> get_display;
Called<PFNEGLINITIALIZEPROC> initialize;
Called<PFNEGLCREATECONTEXTPROC> create_context;
Called<PFNEGLMAKECURRENTPROC> make_current;

std::atomic<bool> is_out_of_memory = false;

bool memory_fails() {
  if (!fails("gl")) return false;
  is_out_of_memory = true;
  return true;
}

//! These functions read the status of compiled shaders and linked programs.
bool is_outcome(GLenum what) { return what == GL_COMPILE_STATUS || what == GL_LINK_STATUS; }

void stand_in_for_opengl() {
  if (std::getenv("INTERCUSP_FAULT_GPU") != nullptr)
    get_string.put("epoxy_glGetString", [](GLenum what) {
      return what == GL_RENDERER ? reinterpret_cast<const GLubyte*>("a GPU") : get_string(what);
    });
  get_error.put("epoxy_glGetError",
                [] { return is_out_of_memory.exchange(false) ? GLenum{GL_OUT_OF_MEMORY} : get_error(); });
  get_shader.put("epoxy_glGetShaderiv", [](GLuint shader, GLenum what, GLint* value) {
    get_shader(shader, what, value);
    if (is_outcome(what) && fails("gl")) *value = GL_FALSE;
  });
  get_program.put("epoxy_glGetProgramiv", [](GLuint program, GLenum what, GLint* value) {
    get_program(program, what, value);
    if (is_outcome(what) && fails("gl")) *value = GL_FALSE;
  });
  texture_storage.put("epoxy_glTextureStorage2D",
                      [](GLuint name, GLsizei levels, GLenum format, GLsizei width, GLsizei height) {
                        if (!memory_fails()) texture_storage(name, levels, format, width, height);
                      });
  buffer_storage.put("epoxy_glNamedBufferStorage",
                     [](GLuint name, GLsizeiptr bytes, const void* content, GLbitfield flags) {
                       if (!memory_fails()) buffer_storage(name, bytes, content, flags);
                     });
  framebuffer_status.put("epoxy_glCheckNamedFramebufferStatus", [](GLuint name, GLenum target) {
    return fails("gl") ? GLenum{GL_FRAMEBUFFER_UNSUPPORTED} : framebuffer_status(name, target);
  });
  get_display.put("epoxy_eglGetPlatformDisplayEXT", [](EGLenum platform, void* native, const EGLint* wanted) {
    return fails("gl") ? EGL_NO_DISPLAY : get_display(platform, native, wanted);
  });
  initialize.put("epoxy_eglInitialize", [](EGLDisplay display, EGLint* major, EGLint* minor) {
    return fails("gl") ? EGLBoolean{EGL_FALSE} : initialize(display, major, minor);
  });
  create_context.put("epoxy_eglCreateContext",
                     [](EGLDisplay display, EGLConfig config, EGLContext shared, const EGLint* wanted) {
                       return fails("gl") ? EGL_NO_CONTEXT : create_context(display, config, shared, wanted);
                     });
  make_current.put(
      "epoxy_eglMakeCurrent", [](EGLDisplay display, EGLSurface draw, EGLSurface read, EGLContext context) {
        return context != EGL_NO_CONTEXT && fails("gl") ? EGLBoolean{EGL_FALSE}
                                                        : make_current(display, draw, read, context);
      });
}

void* allocate(std::size_t bytes, std::size_t alignment) {
  constexpr std::size_t least_bytes = 1024;
  if (bytes >= least_bytes && fails("new")) return nullptr;
  return alignment == 0 ? std::malloc(bytes == 0 ? 1 : bytes)
                        : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment = 0) {
  void* const memory = allocate(bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

#define REAL(name) static const auto real_##name = real(&::name, #name)

#pragma GCC visibility push(default)  // these replace the system's functions of the same names
extern "C" {

int __libc_start_main(Main* main, int count, char** words, void (*begin)(), void (*end)(),
                      void (*loader_end)(), void* stack_end) {
  static const auto real_start =
      reinterpret_cast<decltype(&__libc_start_main)>(dlsym(RTLD_NEXT, "__libc_start_main"));
  real_main = main;
  return real_start(counted_main, count, words, begin, end, loader_end, stack_end);
}

ssize_t write(int descriptor, const void* data, size_t size) {
  REAL(write);
  return write_fails(descriptor) ? -1 : real_write(descriptor, data, size);
}
ssize_t writev(int descriptor, const iovec* parts, int count) {
  REAL(writev);
  return write_fails(descriptor) ? -1 : real_writev(descriptor, parts, count);
}
int fsync(int descriptor) {
  REAL(fsync);
  return write_fails(descriptor) ? -1 : real_fsync(descriptor);
}
int ftruncate(int descriptor, off_t size) noexcept {
  REAL(ftruncate);
  return write_fails(descriptor) ? -1 : real_ftruncate(descriptor, size);
}
int rename(const char* from, const char* to) noexcept {
  REAL(rename);
  return write_fails(-1) ? -1 : real_rename(from, to);
}
int open(const char* path, int flags, ...) {
  static const auto real_open = reinterpret_cast<int (*)(const char*, int, ...)>(dlsym(RTLD_NEXT, "open"));
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  return open_fails(path) ? -1 : real_open(path, flags, mode);
}
FILE* fopen(const char* path, const char* mode) {
  REAL(fopen);
  return open_fails(path) ? nullptr : real_fopen(path, mode);
}
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                   void* argument) noexcept {
  REAL(pthread_create);
  return fails("thread") ? EAGAIN : real_pthread_create(thread, attributes, run, argument);
}

}  // extern "C"

void* operator new(std::size_t bytes) { return allocate_or_throw(bytes); }
void* operator new[](std::size_t bytes) { return allocate_or_throw(bytes); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes, 0); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes, 0); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
