// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/mappedfile.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <mutex>

#include <sys/mman.h>
#include <unistd.h>

namespace tosaic {

namespace {

/// What the signal handler knows: plain atomics, as it may interrupt anything.
struct Slot
{
    std::atomic<uintptr_t> begin = 0; ///< 0: free; 1: being filled
    std::atomic<uintptr_t> end = 0;
    std::atomic<bool> isLost = false;
};

constexpr size_t MostMappings = 1024; // further files are read instead
std::array<Slot, MostMappings> slots;
uintptr_t pageSize = 4096;
struct sigaction formerHandler = {};

/// The kernel raises SIGBUS where a mapped page has nothing behind it any more. From that page to
/// the end of the mapping zero pages take its place, so that the reader goes on and can be told.
void onBusError(int signal, siginfo_t *info, void *context)
{
    const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
    for (auto &slot : slots) {
        const auto begin = slot.begin.load();
        const auto end = slot.end.load();
        if (begin <= 1 || address < begin || address >= end)
            continue;
        const auto page = address & ~(pageSize - 1);
        void *zeros = ::mmap(reinterpret_cast<void *>(page), end - page, PROT_READ,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        if (zeros == MAP_FAILED)
            break;
        slot.isLost = true;
        return;
    }
    // Not ours: as if this handler were not there.
    if (formerHandler.sa_flags & SA_SIGINFO) {
        formerHandler.sa_sigaction(signal, info, context);
        return;
    }
    if (formerHandler.sa_handler != SIG_DFL && formerHandler.sa_handler != SIG_IGN) {
        formerHandler.sa_handler(signal);
        return;
    }
    ::signal(signal, SIG_DFL);
    ::raise(signal);
}

void installHandler()
{
    static std::once_flag once;
    std::call_once(once, [] {
        pageSize = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
        struct sigaction action = {};
        action.sa_sigaction = onBusError;
        action.sa_flags = SA_SIGINFO | SA_NODEFER;
        sigemptyset(&action.sa_mask);
        ::sigaction(SIGBUS, &action, &formerHandler);
    });
}

/// -1 if all are in use.
int takeSlot()
{
    for (size_t i = 0; i < slots.size(); ++i) {
        uintptr_t free = 0;
        if (slots[i].begin.compare_exchange_strong(free, 1))
            return static_cast<int>(i);
    }
    return -1;
}

Slot &slotAt(int index)
{
    return slots[static_cast<size_t>(index)];
}

} // namespace

std::unique_ptr<MappedFile> MappedFile::map(int descriptor, quint64 size)
{
    installHandler();
    const auto slot = takeSlot();
    if (slot < 0)
        return nullptr;
    void *data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (data == MAP_FAILED) {
        slotAt(slot).begin = 0;
        return nullptr;
    }
    const auto begin = reinterpret_cast<uintptr_t>(data);
    slotAt(slot).isLost = false;
    slotAt(slot).end = begin + size;
    slotAt(slot).begin = begin;
    auto mapped = std::unique_ptr<MappedFile>(new MappedFile);
    mapped->m_bytes = QByteArrayView(static_cast<const char *>(data), static_cast<qsizetype>(size));
    mapped->m_slot = slot;
    return mapped;
}

MappedFile::~MappedFile()
{
    auto &slot = slotAt(m_slot);
    slot.begin = 1; // no reader is left; the slot is not taken before the pages are gone
    ::munmap(const_cast<char *>(m_bytes.data()), static_cast<size_t>(m_bytes.size()));
    slot.begin = 0;
}

void MappedFile::release(QByteArrayView bytes)
{
    const auto first = reinterpret_cast<uintptr_t>(bytes.data());
    const auto last = first + static_cast<uintptr_t>(bytes.size());
    const auto isInside = [&](const Slot &slot) {
        return slot.begin > 1 && slot.begin <= first && last <= slot.end;
    };
    if (bytes.isEmpty() || std::none_of(slots.begin(), slots.end(), isInside))
        return;
    const auto page = (first + pageSize - 1) & ~(pageSize - 1);
    if (const auto end = last & ~(pageSize - 1); end > page)
        ::madvise(reinterpret_cast<void *>(page), end - page, MADV_DONTNEED);
}

bool MappedFile::isIntact() const
{
    return !slotAt(m_slot).isLost;
}

} // namespace tosaic
