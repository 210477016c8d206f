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
install(FILES assets/${SORTSCOPE_APP_ID}.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
install(FILES LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
# As in the tree, so that links and pictures of the pages work there too. A component, so that the test installs it alone.
install(FILES README.md CONTRIBUTING.md CHANGELOG.md CITATION.cff SECURITY.md LICENSE
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT docs)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT docs)

set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "The Sortscope developers <sortscope@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Found at run time, so dpkg-shlibdeps does not see them.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libegl1, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-inter, fonts-jetbrains-mono, ffmpeg, g++, libgl1-mesa-dri")
include(CPack)
