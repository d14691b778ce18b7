#include "CSystem.h"

#include <sys/vfs.h>

bool almagest_sets_times_at_once(const char *path) {
    struct statfs system;
    if (statfs(path, &system) != 0) return false;
    switch ((uint32_t)system.f_type) {
        case 0x6969u:      // NFS
        case 0x517bu:      // SMB
        case 0xff534d42u:  // CIFS
        case 0xfe534d42u:  // SMB2
        case 0x65735546u:  // FUSE
        case 0x01021997u:  // 9P
        case 0x5346414fu:  // AFS
        case 0x00c36400u:  // Ceph
            return false;
        default:
            return true;
    }
}
