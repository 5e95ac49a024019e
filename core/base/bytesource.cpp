// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"

#include "core/base/changedfiles.h"
#include "core/base/mappedfile.h"
#include "core/base/sha256.h"
#include "core/base/storedfile.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

constexpr quint64 LargestRead = quint64(64) << 20; // above it, files are mapped
constexpr quint64 LargestUnmappable = quint64(1) << 30; // read all the same where mapping fails
constexpr quint64 LargestSparse = quint64(16) << 30; // of files that are mostly holes
constexpr int Attempts = 3; // to read a file that changes meanwhile

/// Closes itself.
class Descriptor
{
public:
    explicit Descriptor(const QString &path)
        : m_number(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK))
    {
    }
    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;

    int number() const { return m_number; }
    struct stat state() const
    {
        struct stat found = {};
        ::fstat(m_number, &found);
        return found;
    }

private:
    int m_number;
};

qint64 modified(const struct stat &state)
{
    return qint64(state.st_mtim.tv_sec) * 1'000'000'000 + state.st_mtim.tv_nsec;
}

/// As much as there is, up to the size that the file had.
std::optional<QByteArray> readAll(int descriptor, quint64 size)
{
    QByteArray bytes(static_cast<qsizetype>(size), Qt::Uninitialized);
    qsizetype at = 0;
    while (at < bytes.size()) {
        const auto count
            = ::pread(descriptor, bytes.data() + at, static_cast<size_t>(bytes.size() - at), at);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return {};
        if (count == 0)
            break;
        at += count;
    }
    bytes.truncate(at);
    return bytes;
}

/// What the file is at one moment; one that grows meanwhile (a log) is what it was at the start.
Result<QByteArray> readWhole(const Descriptor &file, const QString &path)
{
    for (int attempt = 0; attempt < Attempts; ++attempt) {
        const auto before = file.state();
        const auto size = static_cast<quint64>(before.st_size);
        auto bytes = readAll(file.number(), size);
        if (!bytes)
            return fail(ErrorCode::IoRead, qt_error_string(errno), { .file = path });
        const auto after = file.state();
        const bool isAsBefore = modified(after) == modified(before);
        if (static_cast<quint64>(bytes->size()) == size
            && (isAsBefore || after.st_size > before.st_size))
            return std::move(*bytes);
    }
    return fail(ErrorCode::IoRead,
        u"keeps changing while it is read; open it again when it is whole"_s, { .file = path });
}

/// The mapped files of this process, and what became of those that are closed.
struct MappedSources
{
    std::mutex mutex;
    std::set<const ByteSource *> open;
    std::set<const ByteSource *> told; ///< of the open ones
    std::vector<Error> changed; ///< and closed since
};

MappedSources &mappedSources()
{
    static auto &sources = *new MappedSources; // outlives every source
    return sources;
}

} // namespace

ByteSource::~ByteSource()
{
    if (!m_mapped)
        return;
    auto &sources = mappedSources();
    const auto kept = intact();
    const std::lock_guard lock(sources.mutex);
    sources.open.erase(this);
    if (sources.told.erase(this) == 0 && !kept)
        sources.changed.push_back(kept.error());
}

std::vector<Error> takeChangedFiles()
{
    auto &sources = mappedSources();
    const std::lock_guard lock(sources.mutex);
    auto changed = std::exchange(sources.changed, {});
    for (const auto *source : sources.open) {
        const auto kept = source->intact();
        if (!kept && sources.told.insert(source).second)
            changed.push_back(kept.error());
    }
    // What was opened several times is one file.
    const auto file = [](const Error &error) { return error.location.file; };
    std::ranges::sort(changed, {}, file);
    const auto again = std::ranges::unique(changed, {}, file);
    changed.erase(again.begin(), again.end());
    return changed;
}

Result<std::shared_ptr<const ByteSource>> ByteSource::map(const QString &path)
{
    const Descriptor file(path);
    if (file.number() < 0)
        return fail(ErrorCode::IoOpen, qt_error_string(errno), { .file = path });
    const auto state = file.state();
    if (const auto why = whyNoStoredFile(file.number()); !why.isEmpty())
        return fail(ErrorCode::IoOpen, why, { .file = path });
    const auto size = static_cast<quint64>(state.st_size);
    const auto stored = static_cast<quint64>(state.st_blocks) * 512;
    if (size > LargestSparse && stored < size / 64)
        return fail(ErrorCode::LimitExceeded,
            u"says to have %1 bytes, of which %2 are stored"_s.arg(size).arg(stored),
            { .file = path });
    auto source = std::shared_ptr<ByteSource>(new ByteSource);
    source->m_name = QFileInfo(path).absoluteFilePath();
    if (size > LargestRead) {
        source->m_mapped = MappedFile::map(file.number(), size);
        source->m_modified = modified(state);
        source->m_inode = state.st_ino;
    }
    if (source->m_mapped) {
        source->m_view = source->m_mapped->bytes();
        auto &sources = mappedSources();
        const std::lock_guard lock(sources.mutex);
        sources.open.insert(source.get());
        return source;
    }
    if (size > LargestUnmappable)
        return fail(ErrorCode::LimitExceeded,
            u"more than 1 GiB from something that cannot be mapped"_s, { .file = path });
    auto bytes = readWhole(file, path);
    if (!bytes)
        return fail(bytes.error());
    source->m_owned = std::move(*bytes);
    source->m_view = source->m_owned;
    return source;
}

Result<void> ByteSource::intact() const
{
    if (m_whole)
        return m_whole->intact();
    if (!m_mapped)
        return {};
    const Descriptor file(m_name);
    const auto state = file.number() < 0 ? std::nullopt : std::optional(file.state());
    // Another file in its place is another file: this one is kept by the mapping.
    const bool isSame = state && state->st_ino == m_inode;
    const bool isShorter = isSame && static_cast<quint64>(state->st_size) < size();
    const bool isWrittenOver = isSame && static_cast<quint64>(state->st_size) == size()
        && modified(*state) != m_modified;
    if (m_mapped->isIntact() && !isShorter && !isWrittenOver)
        return {};
    return fail(ErrorCode::IoRead, u"changed while it was read; open it again when it is whole"_s,
        { .file = m_name });
}

std::shared_ptr<const ByteSource> ByteSource::fromBytes(QByteArray bytes, QString name)
{
    auto source = std::shared_ptr<ByteSource>(new ByteSource);
    source->m_owned = std::move(bytes);
    source->m_view = source->m_owned;
    source->m_name = std::move(name);
    return source;
}

Result<std::shared_ptr<const ByteSource>> ByteSource::part(
    std::shared_ptr<const ByteSource> whole, quint64 offset, quint64 size)
{
    const auto bytes = whole->slice(offset, size);
    if (!bytes)
        return fail(bytes.error());
    auto source = std::shared_ptr<ByteSource>(new ByteSource);
    source->m_view = *bytes;
    source->m_name = whole->name();
    source->m_whole = std::move(whole);
    return source;
}

QString ByteSource::fileName() const
{
    return QFileInfo(m_name).fileName();
}

Result<QByteArrayView> ByteSource::slice(quint64 offset, quint64 length) const
{
    if (offset > size() || length > size() - offset) {
        return fail(ErrorCode::FormatDamaged,
            u"%1 bytes wanted at %2, but the file has %3"_s.arg(length).arg(offset).arg(size()),
            { .file = m_name, .offset = offset, .length = length });
    }
    return m_view.sliced(static_cast<qsizetype>(offset), static_cast<qsizetype>(length));
}

QString sha256Hex(QByteArrayView bytes)
{
    Sha256 hash;
    // In pieces, so that a mapped file need not stay in memory.
    constexpr qsizetype Piece = qsizetype(64) << 20;
    for (qsizetype at = 0; at < bytes.size(); at += Piece) {
        const auto piece = bytes.sliced(at, std::min(Piece, bytes.size() - at));
        hash.addData(piece);
        MappedFile::release(piece);
    }
    return QString::fromLatin1(hash.result().toHex());
}

} // namespace tosaic
