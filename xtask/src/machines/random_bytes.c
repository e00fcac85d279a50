/* ProcessPrng, from which Rust's library takes its random bytes, for versions of Wine that lack it. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(void *bytes, ULONG count);

__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *bytes, SIZE_T count) {
    return SystemFunction036(bytes, (ULONG)count);
}
