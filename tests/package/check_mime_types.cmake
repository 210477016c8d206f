# check_mime_types.cmake: the types of files are well formed, and .sscope is one. cmake -DUPDATE=... -DTYPES=... -DFOLDER=... -P
file(REMOVE_RECURSE ${FOLDER})
file(COPY ${TYPES} DESTINATION ${FOLDER}/packages)
# It also says on stderr that nobody looks into this folder, which is no error.
execute_process(COMMAND ${UPDATE} ${FOLDER} RESULT_VARIABLE code ERROR_VARIABLE errors)
if(code)
  message(FATAL_ERROR "${TYPES}: ${errors}")
endif()
file(READ ${FOLDER}/globs globs)
if(NOT globs MATCHES "application/vnd.sortscope.session:\\*.sscope")
  message(FATAL_ERROR "no type has .sscope: ${globs}")
endif()
