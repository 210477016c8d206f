# Installing, and Debian packages: cmake --install build/release; cpack in build/release.
include(GNUInstallDirs)
set(SORTSCOPE_APP_ID io.github.sortscope.sortscope)
set(SORTSCOPE_RELEASE_DATE 2026-11-20)
configure_file(assets/${SORTSCOPE_APP_ID}.metainfo.xml.in ${SORTSCOPE_APP_ID}.metainfo.xml @ONLY)

install(TARGETS sortscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES assets/${SORTSCOPE_APP_ID}.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${CMAKE_BINARY_DIR}/${SORTSCOPE_APP_ID}.metainfo.xml
        DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES assets/icon.svg RENAME ${SORTSCOPE_APP_ID}.svg
        DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "The Sortscope developers <sortscope@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Found at run time, so dpkg-shlibdeps does not see them.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libegl1, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-inter, fonts-jetbrains-mono, ffmpeg, libgl1-mesa-dri")
include(CPack)
