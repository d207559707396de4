# For WebAssembly, with Debian's clang and wasi-libc:
#     cmake -D CMAKE_TOOLCHAIN_FILE=cmake/wasm.cmake -D PAPNI_CORE_ONLY=ON -D PAPNI_THREADS=OFF
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_SYSROOT /usr)
