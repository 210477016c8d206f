# Sanitizers, as SORTSCOPE_SANITIZE asks for; `./test --asan`, `./test --tsan` and tests/fuzz/long do.
if(SORTSCOPE_SANITIZE STREQUAL "address")
  # With sanitizers g++ 12 takes std::regex for uninitialized.
  set(sanitize_compile -fsanitize=address,undefined -fno-sanitize-recover=all -Wno-maybe-uninitialized)
  # OpenGL's drivers are unloaded before leaks are looked for; then nobody could say that these are theirs.
  set(sanitize_link -fsanitize=address,undefined LINKER:--export-dynamic-symbol=dlclose)
  target_sources(sortscope_flags INTERFACE
    $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${CMAKE_SOURCE_DIR}/tests/sanitizers/keep_loaded.cpp>)
elseif(SORTSCOPE_SANITIZE STREQUAL "thread")
  # -Wno-tsan: g++ warns that fences are not seen; none stand here, but the standard library's headers have some.
  set(sanitize_compile -fsanitize=thread -Wno-maybe-uninitialized -Wno-tsan)
  set(sanitize_link -fsanitize=thread)
elseif(SORTSCOPE_SANITIZE STREQUAL "fuzzer")
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "libFuzzer is clang's: configure with the preset 'fuzz'.")
  endif()
  set(sanitize_compile -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -gline-tables-only)
  set(sanitize_link -fsanitize=address,undefined)
elseif(SORTSCOPE_SANITIZE)
  message(FATAL_ERROR "SORTSCOPE_SANITIZE is '${SORTSCOPE_SANITIZE}', not OFF, address, thread or fuzzer.")
else()
  return()
endif()
target_compile_options(sortscope_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${sanitize_compile};-fno-omit-frame-pointer>)
target_link_options(sortscope_flags INTERFACE ${sanitize_link})
