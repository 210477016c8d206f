# In the presets that people build themselves, what waits for a person is compiled with -O1, which takes
# a third less. What sorts, replays, checks and draws keeps the preset's optimisation.
option(SORTSCOPE_QUICK_BUILD "Compile what is not hot with -O1" OFF)

# quick_build(FOLDER|FILE...): these sources of this directory, and those below these folders.
function(quick_build)
  if(NOT SORTSCOPE_QUICK_BUILD)
    return()
  endif()
  foreach(name ${ARGN})
    set(sources ${name})
    if(IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/${name})
      file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${name}/*.cpp)
    endif()
    set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_OPTIONS $<$<COMPILE_LANGUAGE:CXX>:-O1>)
  endforeach()
endfunction()
