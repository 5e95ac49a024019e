// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Loaded into tosaic-cli with LD_PRELOAD. TOSAIC_FAULT is "CALL N ERRNO": the N-th such call of
// the program itself, not of its children, fails; TOSAIC_FAULT_COUNT is a file that gets the number
// of calls at the end (N = 0: nothing fails). Reads, writes and syncs count on regular files only.
// "exec" counts in the children that the program starts, too: what it wanted to start is not there.
// "spawn" fails for every process from the N-th on that the program makes pipes for: whoever starts
// it makes the system call past the C library, so the kernel is told to refuse it.
// "shrink" and "replace" let the N-th mapping of a file beyond 64 MiB succeed, and then change that
// file as somebody else would: it loses all but its first page, or another one takes its place.
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <dlfcn.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

struct Plan
{
    char call[16] = "";
    int at = 0;
    int error = 0;
    const char *counter = nullptr;
    std::atomic<int> &calls; ///< also those of children that have not become another program

    Plan()
        : calls(*static_cast<std::atomic<int> *>(::mmap(nullptr, sizeof(std::atomic<int>),
            PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)))
    {
        const char *text = std::getenv("TOSAIC_FAULT");
        if (!text || std::strcmp(program_invocation_short_name, "tosaic-cli") != 0
            || std::sscanf(text, "%15s %d %d", call, &at, &error) != 3)
            call[0] = '\0';
        else
            counter = std::getenv("TOSAIC_FAULT_COUNT");
    }
    ~Plan()
    {
        if (!counter)
            return;
        if (auto *file = std::fopen(counter, "w")) {
            std::fprintf(file, "%d", calls.load());
            std::fclose(file);
        }
        counter = nullptr;
    }
};

Plan &plan()
{
    static Plan made;
    return made;
}

[[maybe_unused]] const bool s_isPlanned = (plan(), true);

bool isDue(const char *call)
{
    auto &p = plan();
    return std::strcmp(p.call, call) == 0 && ++p.calls == p.at;
}

bool fails(const char *call)
{
    if (!isDue(call))
        return false;
    errno = plan().error;
    return true;
}

/// From now on no thread of the program gets a new process.
void refuseProcesses()
{
    // Threads are made by clone3 or clone; without clone3 the flags stand in a register.
    sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
#ifdef __NR_fork
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_fork, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_vfork, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAGAIN),
#endif
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAGAIN),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    sock_fprog program = { sizeof(rules) / sizeof(rules[0]), rules };
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    ::syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

bool isFile(int file)
{
    const int before = errno;
    struct stat facts = {};
    const bool is = ::fstat(file, &facts) == 0 && S_ISREG(facts.st_mode);
    errno = before;
    return is;
}

void changeBehind(int file, size_t size)
{
    if (size <= (size_t(64) << 20) || !isFile(file))
        return;
    const bool shrinks = isDue("shrink");
    if (!shrinks && !isDue("replace"))
        return;
    char link[64];
    char path[PATH_MAX] = "";
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    if (::readlink(link, path, sizeof path - 1) < 0)
        return;
    if (shrinks) {
        static_cast<void>(::truncate(path, 4096));
        return;
    }
    const auto other = std::string(path) + ".other";
    if (auto *made = std::fopen(other.c_str(), "w")) {
        std::fputs("something else", made);
        std::fclose(made);
    }
    ::rename(other.c_str(), path);
}

} // namespace

#define TOSAIC_FAULT_CALL(result, name, kind, failed, guard, parameters, arguments)                \
    result name parameters                                                                         \
    {                                                                                              \
        static auto *const real                                                                    \
            = reinterpret_cast<result(*) parameters>(::dlsym(RTLD_NEXT, #name));                   \
        if ((guard) && fails(kind))                                                                \
            return failed;                                                                         \
        return real arguments;                                                                     \
    }

#define TOSAIC_FAULT_OPEN(name, parameters, arguments)                                             \
    int name parameters                                                                            \
    {                                                                                              \
        mode_t mode = 0;                                                                           \
        if (flags & (O_CREAT | O_TMPFILE)) {                                                       \
            va_list more;                                                                          \
            va_start(more, flags);                                                                 \
            mode = va_arg(more, mode_t);                                                           \
            va_end(more);                                                                          \
        }                                                                                          \
        static auto *const real = reinterpret_cast<int(*) parameters>(::dlsym(RTLD_NEXT, #name));  \
        if (fails("open"))                                                                         \
            return -1;                                                                             \
        return real arguments;                                                                     \
    }

#define TOSAIC_FAULT_MAP(name, offset)                                                             \
    void *name(void *at, size_t size, int rights, int flags, int file, offset from)                \
    {                                                                                              \
        static auto *const real = reinterpret_cast<decltype(&name)>(::dlsym(RTLD_NEXT, #name));    \
        if (file >= 0 && fails("mmap"))                                                            \
            return MAP_FAILED;                                                                     \
        void *const mapped = real(at, size, rights, flags, file, from);                            \
        if (file >= 0 && mapped != MAP_FAILED)                                                     \
            changeBehind(file, size);                                                              \
        return mapped;                                                                             \
    }

extern "C" {
#pragma GCC visibility push(default)
TOSAIC_FAULT_OPEN(open, (const char *path, int flags, ...), (path, flags, mode))
TOSAIC_FAULT_OPEN(open64, (const char *path, int flags, ...), (path, flags, mode))
TOSAIC_FAULT_OPEN(openat, (int at, const char *path, int flags, ...), (at, path, flags, mode))
TOSAIC_FAULT_OPEN(openat64, (int at, const char *path, int flags, ...), (at, path, flags, mode))
TOSAIC_FAULT_MAP(mmap, off_t)
TOSAIC_FAULT_MAP(mmap64, off64_t)
TOSAIC_FAULT_CALL(
    ssize_t, read, "read", -1, isFile(file), (int file, void *to, size_t size), (file, to, size))
TOSAIC_FAULT_CALL(ssize_t, pread, "read", -1, isFile(file),
    (int file, void *to, size_t size, off_t from), (file, to, size, from))
TOSAIC_FAULT_CALL(ssize_t, pread64, "read", -1, isFile(file),
    (int file, void *to, size_t size, off64_t from), (file, to, size, from))
TOSAIC_FAULT_CALL(ssize_t, write, "write", -1, isFile(file),
    (int file, const void *bytes, size_t size), (file, bytes, size))
TOSAIC_FAULT_CALL(ssize_t, pwrite, "write", -1, isFile(file),
    (int file, const void *bytes, size_t size, off_t at), (file, bytes, size, at))
TOSAIC_FAULT_CALL(ssize_t, pwrite64, "write", -1, isFile(file),
    (int file, const void *bytes, size_t size, off64_t at), (file, bytes, size, at))
TOSAIC_FAULT_CALL(int, fsync, "fsync", -1, isFile(file), (int file), (file))
TOSAIC_FAULT_CALL(int, fdatasync, "fsync", -1, isFile(file), (int file), (file))
TOSAIC_FAULT_CALL(int, rename, "rename", -1, true, (const char *from, const char *to), (from, to))
TOSAIC_FAULT_CALL(int, renameat2, "rename", -1, true,
    (int a, const char *from, int b, const char *to, unsigned flags), (a, from, b, to, flags))
TOSAIC_FAULT_CALL(pid_t, fork, "fork", -1, true, (), ())
TOSAIC_FAULT_CALL(int, execve, "exec", -1, true,
    (const char *path, char *const words[], char *const variables[]), (path, words, variables))
TOSAIC_FAULT_CALL(
    int, execv, "exec", -1, true, (const char *path, char *const words[]), (path, words))
TOSAIC_FAULT_CALL(
    int, execvp, "exec", -1, true, (const char *path, char *const words[]), (path, words))
int pipe2(int *ends, int flags)
{
    static auto *const real = reinterpret_cast<int (*)(int *, int)>(::dlsym(RTLD_NEXT, "pipe2"));
    if (fails("pipe"))
        return -1;
    if (fails("spawn"))
        refuseProcesses();
    return real(ends, flags);
}
TOSAIC_FAULT_CALL(int, connect, "connect", -1, true,
    (int socket, const sockaddr *to, socklen_t size), (socket, to, size))
#pragma GCC visibility pop
}
