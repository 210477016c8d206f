// keep_loaded.cpp: libraries stay loaded to the end, so that AddressSanitizer knows whose a leaked
// block is.
extern "C" int dlclose(void* /*library*/) noexcept { return 0; }
