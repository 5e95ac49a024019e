// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/boardqueue.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr int LookEveryMs = 250;
constexpr qint64 LargestNote = 4096; // bytes
const auto Prefix = u"tosaic-board-"_s;
const auto Lock = u"lock"_s;

QDir lockFolder()
{
    const QFileInfo usual(u"/run/lock"_s);
    return usual.isDir() && usual.isWritable() ? QDir(usual.filePath()) : QDir::temp();
}

/// The same board under another name of its device is the same board.
QString stemOf(const QString &place)
{
    const auto real = QFileInfo(place).canonicalFilePath();
    const auto hash = QCryptographicHash::hash(
        (real.isEmpty() ? place : real).toUtf8(), QCryptographicHash::Sha256);
    return Prefix + QString::fromLatin1(hash.toHex().left(16)) + u'.';
}

QString userName()
{
    const auto *entry = ::getpwuid(::geteuid());
    return entry ? QString::fromLocal8Bit(entry->pw_name) : QString::number(::geteuid());
}

/// Held by somebody who is alive. A file of others in this folder may not be opened for writing.
bool isHeld(const QString &path)
{
    const int file = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0)
        return false;
    const bool held = ::flock(file, LOCK_SH | LOCK_NB) != 0;
    ::close(file);
    return held;
}

QStringList ticketsOf(const QString &place)
{
    const auto stem = stemOf(place);
    auto names = lockFolder().entryList({ stem + u"*"_s }, QDir::Files, QDir::Name);
    names.removeOne(stem + Lock);
    QStringList held;
    for (const auto &name : names) {
        if (isHeld(lockFolder().filePath(name)))
            held.append(name);
        else
            QFile::remove(lockFolder().filePath(name)); // of a program that is gone
    }
    return held;
}

QByteArray noteOf(const QString &place, const QString &what)
{
    const QJsonObject note{ { u"place"_s, place }, { u"user"_s, userName() },
        { u"process"_s, ::getpid() },
        { u"since"_s, QDateTime::currentDateTimeUtc().toString(Qt::ISODate) },
        { u"what"_s, what } };
    return QJsonDocument(note).toJson(QJsonDocument::Compact);
}

/// What the holder of a file says. Absent: nobody holds it.
std::optional<BoardClaim> claimIn(const QString &name)
{
    const auto path = lockFolder().filePath(name);
    QFile file(path);
    if (!isHeld(path) || !file.open(QIODevice::ReadOnly))
        return {};
    const auto said = QJsonDocument::fromJson(file.read(LargestNote)).object();
    return BoardClaim{ .place = said[u"place"_s].toString(),
        .user = said[u"user"_s].toString(),
        .process = said[u"process"_s].toInteger(),
        .since = QDateTime::fromString(said[u"since"_s].toString(), Qt::ISODate),
        .what = said[u"what"_s].toString() };
}

} // namespace

/// Held until it goes, by this object alone, and says who we are.
class BoardTurn::LockedFile
{
public:
    /// Null: somebody else holds it. `isPossible`: false if nobody can.
    static std::unique_ptr<LockedFile> take(
        const QString &path, const QByteArray &note, bool *isPossible = nullptr)
    {
        const auto name = QFile::encodeName(path);
        std::unique_ptr<LockedFile> made(new LockedFile(name));
        // Debian lets nobody open a file of another user for creation in a folder of everybody.
        made->m_file = ::open(name.constData(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
        if (made->m_file < 0)
            made->m_file
                = ::open(name.constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (made->m_file >= 0)
            ::fchmod(made->m_file, 0666); // the next one says who it is, whoever that is
        if (made->m_file < 0)
            made->m_file = ::open(name.constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
        if (isPossible)
            *isPossible = made->m_file >= 0;
        if (made->m_file < 0 || ::flock(made->m_file, LOCK_EX | LOCK_NB) != 0)
            return {};
        struct stat ours = {};
        struct stat there = {};
        // The one before us took its file away between our opening and locking it.
        if (::fstat(made->m_file, &ours) != 0 || ::stat(name.constData(), &there) != 0
            || ours.st_ino != there.st_ino || ours.st_dev != there.st_dev)
            return {};
        made->m_isHeld = true;
        if (::ftruncate(made->m_file, 0) == 0)
            made->m_isHeld
                = ::pwrite(made->m_file, note.constData(), static_cast<std::size_t>(note.size()), 0)
                >= 0;
        return made;
    }

    ~LockedFile()
    {
        if (m_isHeld)
            ::unlink(m_name.constData());
        if (m_file >= 0)
            ::close(m_file);
    }

private:
    explicit LockedFile(QByteArray name) : m_name(std::move(name)) { }

    QByteArray m_name;
    int m_file = -1;
    bool m_isHeld = false;
};

std::optional<BoardUse> boardUse(const QString &place)
{
    auto holder = claimIn(stemOf(place) + Lock);
    if (!holder)
        return {};
    BoardUse use{ std::move(*holder), {} };
    use.place = place;
    for (const auto &ticket : ticketsOf(place)) {
        if (auto claim = claimIn(ticket))
            use.waiting.push_back(std::move(*claim));
    }
    return use;
}

std::vector<BoardUse> boardsInUse()
{
    std::vector<BoardUse> all;
    for (const auto &name :
        lockFolder().entryList({ Prefix + u"*."_s + Lock }, QDir::Files, QDir::Name)) {
        const auto holder = claimIn(name);
        if (!holder || holder->place.isEmpty() || stemOf(holder->place) + Lock != name)
            continue; // given back just now, or no note of ours
        if (auto use = boardUse(holder->place))
            all.push_back(std::move(*use));
    }
    return all;
}

QString useText(const BoardUse &use)
{
    auto text = u"by %1 for \"%2\" since %3 (process %4)"_s.arg(use.user, use.what,
        use.since.toLocalTime().toString(u"yyyy-MM-dd HH:mm"_s), QString::number(use.process));
    QStringList behind;
    for (const auto &claim : use.waiting)
        behind.append(u"%1 for \"%2\""_s.arg(claim.user, claim.what));
    return behind.isEmpty()
        ? text
        : text + u", %1 waiting: %2"_s.arg(behind.size()).arg(behind.join(u", "_s));
}

BoardTurn::BoardTurn(QString place, QString what, QObject *parent)
    : QObject(parent), m_place(std::move(place)), m_what(std::move(what))
{
    m_again.setInterval(LookEveryMs);
    connect(&m_again, &QTimer::timeout, this, &BoardTurn::look);
}

BoardTurn::~BoardTurn() = default;

void BoardTurn::start()
{
    const auto now = QDateTime::currentDateTimeUtc();
    const auto ticket = u"%1%2-%3"_s.arg(stemOf(m_place))
                            .arg(now.toMSecsSinceEpoch(), 16, 10, QChar(u'0'))
                            .arg(reinterpret_cast<quintptr>(this), 0, 16);
    m_ticket = LockedFile::take(lockFolder().filePath(ticket), noteOf(m_place, m_what));
    m_again.start();
    QMetaObject::invokeMethod(this, &BoardTurn::look, Qt::QueuedConnection);
}

/// Tickets say when they were drawn; of two that are drawn at once, the lock decides.
bool BoardTurn::isFirst()
{
    const auto tickets = ticketsOf(m_place);
    return !m_ticket || tickets.isEmpty()
        || tickets.first().endsWith(u'-' + QString::number(reinterpret_cast<quintptr>(this), 16));
}

void BoardTurn::look()
{
    if (m_lock)
        return;
    bool isPossible = true;
    if (isFirst()) {
        m_lock = LockedFile::take(
            lockFolder().filePath(stemOf(m_place) + Lock), noteOf(m_place, m_what), &isPossible);
    }
    if (m_lock || !isPossible) {
        m_ticket.reset();
        m_again.stop();
        Q_EMIT taken();
        return;
    }
    const auto use = boardUse(m_place);
    if (!use || useText(*use) == m_told)
        return;
    m_told = useText(*use);
    Q_EMIT waits(*use);
}

} // namespace tosaic::profile
