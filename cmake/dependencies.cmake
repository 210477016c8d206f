# Every library is a Debian package; `./run` installs them.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(OpenGL REQUIRED COMPONENTS OpenGL EGL)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(TBB QUIET)
pkg_check_modules(HDF5 REQUIRED IMPORTED_TARGET hdf5)
pkg_check_modules(ISAL REQUIRED IMPORTED_TARGET libisal)
pkg_check_modules(IMGUI REQUIRED IMPORTED_TARGET imgui)
pkg_check_modules(GLFW REQUIRED IMPORTED_TARGET glfw3)
pkg_check_modules(CAIRO REQUIRED IMPORTED_TARGET cairo cairo-pdf cairo-svg)
pkg_check_modules(PNG REQUIRED IMPORTED_TARGET libpng)
pkg_check_modules(FONTCONFIG REQUIRED IMPORTED_TARGET fontconfig)

# glad is generated here from Debian's python3-glad; --reproducible keeps it offline.
set(GLAD_DIR ${CMAKE_BINARY_DIR}/glad)
add_custom_command(
  OUTPUT ${GLAD_DIR}/src/gl.c ${GLAD_DIR}/include/glad/gl.h
  COMMAND /usr/bin/python3 -m glad --api gl:core=4.5 --reproducible
          --extensions GL_KHR_debug,GL_KHR_parallel_shader_compile
          --quiet --out-path ${GLAD_DIR} c
  COMMENT "Generating the OpenGL 4.5 loader (glad)")
enable_language(C)
add_library(glad STATIC ${GLAD_DIR}/src/gl.c ${GLAD_DIR}/include/glad/gl.h)
target_include_directories(glad SYSTEM PUBLIC ${GLAD_DIR}/include)
