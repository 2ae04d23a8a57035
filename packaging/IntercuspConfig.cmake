# find_package(Intercusp): Intercusp::occlusion, and each of its libraries by itself (Intercusp::inspect, Intercusp::zlist, …).
include(CMakeFindDependencyMacro)
enable_language(C)  # ITK looks for its own libraries with it
set(CGAL_DO_NOT_WARN_ABOUT_CMAKE_BUILD_TYPE TRUE)
find_dependency(Threads)
find_dependency(Eigen3 3.4)
find_dependency(TBB 2021)
find_dependency(embree 3.13)
find_dependency(CGAL 5.5)
find_dependency(ITK 5.2 COMPONENTS ITKCommon ITKConnectedComponents)
find_dependency(PkgConfig)
pkg_check_modules(epoxy REQUIRED IMPORTED_TARGET epoxy)
include(${CMAKE_CURRENT_LIST_DIR}/IntercuspTargets.cmake)
