// libstdc++'s archive asks for arc4random, which the C library has since 2.36 only. It need not be the system's:
// linked in, the tarball runs on Ubuntu 22.04 too.
#include <stdint.h>
#include <sys/random.h>

uint32_t arc4random(void) {
    uint32_t value;
    while (getrandom(&value, sizeof value, 0) != sizeof value) {
    }
    return value;
}
