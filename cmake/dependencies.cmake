# Every library we use, with its least version and its place. Why each: docs/dependencies.md.
find_package(Threads REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)       # points, poses: everywhere
find_package(Boost 1.74 REQUIRED)                 # headers only: maximum flow in occlusion/teeth, quantiles in occlusion/registration
find_package(TBB 2021 REQUIRED)                   # threads: occlusion/
find_package(embree 3.13 REQUIRED)                # rays: occlusion/engines/rays
find_package(PkgConfig REQUIRED)
pkg_check_modules(epoxy REQUIRED IMPORTED_TARGET epoxy)  # OpenGL and EGL entry points: occlusion/engines/gl
if(INTERCUSP_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
  if(NOT INTERCUSP_CORE_ONLY)
    find_package(fcl 0.7 REQUIRED)                # another continuous collision, to test against: tests/
  endif()
endif()
if(NOT INTERCUSP_CORE_ONLY)
  set(CGAL_DO_NOT_WARN_ABOUT_CMAKE_BUILD_TYPE TRUE)  # ours is set by CMakeLists.txt
  find_package(CGAL 5.5 REQUIRED)                # exact predicates (its kernels, LGPL): occlusion/exact
  find_package(fmt REQUIRED)                      # text: io/, cli/
  find_program(MSGFMT msgfmt REQUIRED)            # makes them: io/language
  find_package(nlohmann_json 3.11 REQUIRED)       # reports, poses: io/
  find_package(CLI11 2.1 REQUIRED)                # the command line: cli/
  find_package(lib3mf REQUIRED)                   # 3MF: io/report
  find_package(TinyGLTF 2.7 REQUIRED)             # glTF, headers only: io/report
  find_package(OpenSSL REQUIRED COMPONENTS Crypto)  # SHA-256 of the inputs: io/
  find_package(VTK 9.1 REQUIRED COMPONENTS CommonCore CommonDataModel FiltersCore IOCore IOGeometry IOImage IOPLY IOXML RenderingFreeType)  # meshes, textures, text: io/; glTF, distances: tests
  find_package(PNG 1.6 REQUIRED)                 # pictures: io/picture; textures: io/mesh
  pkg_check_modules(pangocairo REQUIRED IMPORTED_TARGET pangocairo>=1.50 cairo-pdf>=1.16)  # reports as PDF: io/pdf
  set_target_properties(PkgConfig::pangocairo PROPERTIES INTERFACE_COMPILE_OPTIONS "")  # -pthread, which our precompiled headers lack
  find_package(DCMTK 3.6.7 REQUIRED)             # reports, jaws and measurements as DICOM: io/dicom
  find_package(glfw3 3.3 REQUIRED)                # the window: viewer/panels
  pkg_check_modules(imgui REQUIRED IMPORTED_TARGET imgui>=1.86)  # the interface: viewer/scene, viewer/panels
  pkg_check_modules(xcb REQUIRED IMPORTED_TARGET xcb)  # pictures on the clipboard: viewer/platform
  find_package(meshoptimizer REQUIRED)            # fewer triangles: viewer/scene, the 3D view of reports
  find_file(INTERCUSP_THREE_JS three.min.js       # the 3D view of reports: io/report
    PATH_SUFFIXES share/javascript/three share/nodejs/three/build)
  if(NOT INTERCUSP_THREE_JS)
    message(FATAL_ERROR "three.min.js not found. Install libjs-three, or set INTERCUSP_THREE_JS to the file.")
  endif()
endif()
if(NOT INTERCUSP_CORE_ONLY AND NOT INTERCUSP_SANITIZE)
  if(NOT Python_EXECUTABLE AND EXISTS /usr/bin/python3)
    set(Python_EXECUTABLE /usr/bin/python3)         # that of the system, which has NumPy, whatever else is in PATH
  endif()
  find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
  find_package(pybind11 2.10 REQUIRED)              # the Python module: python/
endif()
if(INTERCUSP_BENCH)
  find_package(benchmark REQUIRED)
  # What bench/ measures against. A peer that is missing is left out, not fatal.
  find_package(fcl 0.7 QUIET)
  find_package(VTK 9.1 QUIET COMPONENTS CommonCore CommonDataModel CommonMath CommonTransforms FiltersCore FiltersModeling)
  foreach(peer CGAL fcl VTK)
    if(NOT ${peer}_FOUND)
      message(STATUS "bench: ${peer} is not installed; its peers are left out")
    endif()
  endforeach()
endif()
