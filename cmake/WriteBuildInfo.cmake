# Run by every build (cmake -P): writes OUTPUT from INPUT with the state of the git working copy at
# this moment. The file is touched only when its content changes, so a build without changes
# compiles nothing.
set(ENV{GIT_OPTIONAL_LOCKS} 0)
set(COMMIT unknown)
set(DIRTY unknown)
find_program(GIT git)
if(GIT)
  execute_process(COMMAND ${GIT} -C ${SOURCE_DIR} rev-parse HEAD RESULT_VARIABLE failed
                  OUTPUT_VARIABLE head ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT failed)
    set(COMMIT ${head})
    execute_process(COMMAND ${GIT} -C ${SOURCE_DIR} status --porcelain --untracked-files=no
                    OUTPUT_VARIABLE changes ERROR_QUIET)
    set(DIRTY no)
    if(changes)
      set(DIRTY yes)
    endif()
  endif()
endif()
configure_file(${INPUT} ${OUTPUT} @ONLY)
