// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/approvals.h"

#include "core/base/savefile.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using Kind = TrustSubject::Kind;

constexpr qint64 LargestList = 4 * 1024 * 1024; // bytes of the file of approvals
constexpr qint64 LargestProgram = 1024 * 1024 * 1024; // bytes that are hashed
constexpr int LockMs = 5000;
constexpr int MostParts = 256; // of a path; more is a link that leads into itself
constexpr int FormatVersion = 1;

constexpr std::array Kinds{ std::pair{ Kind::Interpreter, "interpreter" },
    std::pair{ Kind::Command, "command" }, std::pair{ Kind::Connection, "connection" },
    std::pair{ Kind::Model, "model" }, std::pair{ Kind::OutputFolder, "output-folder" },
    std::pair{ Kind::Setting, "setting" } };

QString hashOf(const QStringList &parts)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const auto &part : parts) {
        const auto bytes = part.toUtf8();
        hash.addData(QByteArray::number(bytes.size()) + ':'); // no two lists are one text
        hash.addData(bytes);
    }
    return QString::fromLatin1(hash.result().toHex());
}

/// Empty for what is no regular file, too large or unreadable: none of that can be approved.
QString hashOfFile(const QString &path)
{
    const QFileInfo info(path);
    QFile file(path);
    if (!info.isFile() || info.size() > LargestProgram || !file.open(QIODevice::ReadOnly))
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    return hash.addData(&file) ? QString::fromLatin1(hash.result().toHex()) : QString();
}

QString absolute(const QString &path)
{
    return QDir::cleanPath(QDir::current().absoluteFilePath(path));
}

/// A relative name of a program is one on PATH.
QString programPath(const QString &program)
{
    if (program.isEmpty() || program.contains(u'/'))
        return program.isEmpty() ? QString() : absolute(program);
    return QStandardPaths::findExecutable(program);
}

QString idOf(const TrustSubject &subject)
{
    return hashOf({ kindText(subject.kind), subject.what, subject.content }).left(12);
}

TrustSubject settingSubject(const QString &workspace, const QString &key, const QString &value)
{
    const QFileInfo file(workspace);
    const auto place = file.exists() ? file.canonicalFilePath() : absolute(workspace);
    return { Kind::Setting, place + u": "_s + key, hashOf({ place, key, value }) };
}

Approval made(const TrustSubject &subject)
{
    return { idOf(subject), subject, QDateTime::currentDateTimeUtc() };
}

/// What an approval of the same is replaced by; of a setting only the last value is its user's.
bool isAbout(const Approval &approval, const TrustSubject &subject)
{
    return approval.subject == subject
        || (subject.kind == Kind::Setting && approval.subject.kind == Kind::Setting
            && approval.subject.what == subject.what);
}

QJsonObject jsonOf(const Approval &approval)
{
    return { { u"kind"_s, kindText(approval.subject.kind) }, { u"what"_s, approval.subject.what },
        { u"content"_s, approval.subject.content },
        { u"when"_s, approval.when.toString(Qt::ISODate) } };
}

std::optional<Approval> approvalOf(const QJsonObject &object)
{
    const auto kind = std::ranges::find_if(Kinds, [&](const auto &known) {
        return object["kind"_L1].toString() == QLatin1StringView(known.second);
    });
    if (kind == Kinds.end())
        return {};
    const TrustSubject subject{ kind->first, object["what"_L1].toString(),
        object["content"_L1].toString() };
    if (subject.content.isEmpty())
        return {};
    return Approval{ idOf(subject), subject,
        QDateTime::fromString(object["when"_L1].toString(), Qt::ISODate) };
}

} // namespace

QString kindText(TrustSubject::Kind kind)
{
    const auto known
        = std::ranges::find_if(Kinds, [kind](const auto &pair) { return pair.first == kind; });
    return QString::fromLatin1(known->second);
}

QString shownText(const TrustSubject &subject)
{
    QString shown;
    for (const auto c : subject.what) {
        const bool isPlain
            = (c.isPrint() || c.isSurrogate()) && c.category() != QChar::Other_Format;
        shown += isPlain ? QString(c) : u"\\u%1"_s.arg(c.unicode(), 4, 16, QLatin1Char('0'));
    }
    return shown;
}

TrustSubject interpreterSubject(const QString &program)
{
    const auto path = programPath(program);
    const auto bytes = hashOfFile(path);
    if (bytes.isEmpty())
        return { Kind::Interpreter, path.isEmpty() ? program : path, {} };
    const QFileInfo file(path);
    const auto environment = hashOfFile(file.absolutePath() + u"/../pyvenv.cfg"_s);
    return { Kind::Interpreter, path,
        hashOf({ path, file.canonicalFilePath(), bytes, environment }) };
}

TrustSubject commandSubject(const QString &line, const QStringList &files, const QString &folder)
{
    QStringList parts{ line, folder.isEmpty() ? QString() : absolute(folder) };
    for (const auto &file : files) {
        if (!QFileInfo(file).isFile())
            continue;
        const auto bytes = hashOfFile(file);
        if (bytes.isEmpty())
            return { Kind::Command, line, {} };
        parts << QFileInfo(file).canonicalFilePath() << bytes;
    }
    return { Kind::Command, line, hashOf(parts) };
}

TrustSubject connectionSubject(const QString &place)
{
    return { Kind::Connection, place, hashOf({ place }) };
}

TrustSubject modelSubject(const QString &path)
{
    return modelSubject(path, hashOfFile(path));
}

TrustSubject modelSubject(const QString &path, const QString &sha256)
{
    const auto place = QFileInfo(path).canonicalFilePath();
    return { Kind::Model, absolute(path),
        sha256.isEmpty() ? QString() : hashOf({ place, sha256 }) };
}

TrustSubject outputFolderSubject(const QString &folder)
{
    const auto place = resolvedPlace(folder);
    return { Kind::OutputFolder, absolute(folder),
        place.isEmpty() ? QString() : hashOf({ place }) };
}

QString resolvedPlace(const QString &path)
{
    auto existing = absolute(path);
    QStringList missing;
    while (!QFileInfo::exists(existing) && !QFileInfo(existing).isRoot()) {
        if (missing.size() > MostParts)
            return {};
        if (QFileInfo(existing).isSymLink()) // to nothing; what makes it makes its target
            existing = QDir::cleanPath(QFileInfo(existing).symLinkTarget());
        if (QFileInfo::exists(existing))
            break;
        missing.prepend(QFileInfo(existing).fileName());
        existing = QFileInfo(existing).absolutePath();
    }
    const auto place = QFileInfo(existing).canonicalFilePath();
    return missing.isEmpty() ? place : QDir::cleanPath(place + u'/' + missing.join(u'/'));
}

Approvals::Approvals(QString path) : m_path(std::move(path)) { }

QString Approvals::usualPath()
{
    const auto folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    return folder.isEmpty() ? QString() : folder + u"/tosaic/trust.json"_s;
}

std::vector<Approval> Approvals::stored() const
{
    std::vector<Approval> approvals;
    QFile file(m_path);
    if (m_path.isEmpty() || !file.open(QIODevice::ReadOnly))
        return approvals;
    const auto document = QJsonDocument::fromJson(file.read(LargestList)).object();
    if (document["formatVersion"_L1].toInt() != FormatVersion)
        return approvals; // whoever changed it: nothing is approved rather than the wrong thing
    for (const auto &item : document["approvals"_L1].toArray()) {
        if (auto approval = approvalOf(item.toObject()))
            approvals.push_back(std::move(*approval));
    }
    return approvals;
}

std::vector<Approval> Approvals::list() const
{
    auto approvals = stored();
    approvals.insert(approvals.end(), m_unsaved.begin(), m_unsaved.end());
    return approvals;
}

bool Approvals::allows(const TrustSubject &subject) const
{
    return !subject.content.isEmpty() && std::ranges::any_of(list(), [&](const Approval &approval) {
        return approval.subject == subject;
    });
}

/// `change` returns whether there is something to write; nobody else writes meanwhile.
template <typename Change>
Result<bool> Approvals::change(Change change)
{
    if (m_path.isEmpty() || !QDir().mkpath(QFileInfo(m_path).absolutePath()))
        return fail(ErrorCode::IoWrite, u"there is no folder for settings"_s, { .file = m_path });
    QLockFile lock(m_path + u".lock"_s);
    if (!lock.tryLock(LockMs))
        return fail(ErrorCode::IoWrite, u"another program writes it"_s, { .file = m_path });
    auto approvals = stored();
    if (!change(approvals))
        return false;
    QJsonArray items;
    for (const auto &approval : approvals)
        items.append(jsonOf(approval));
    const QJsonObject document{ { u"formatVersion"_s, FormatVersion }, { u"approvals"_s, items } };
    if (const auto saved = saveFile(m_path, QJsonDocument(document).toJson()); !saved)
        return fail(saved.error());
    return true;
}

Result<void> Approvals::approve(const TrustSubject &subject)
{
    if (subject.content.isEmpty())
        return fail(ErrorCode::IoOpen, u"there is no such file that can be read"_s,
            { .file = subject.what });
    const auto add = [&](std::vector<Approval> &approvals) {
        std::erase_if(approvals, [&](const Approval &known) { return isAbout(known, subject); });
        approvals.push_back(made(subject));
        return true;
    };
    const auto kept = change(add);
    if (kept)
        return {};
    add(m_unsaved);
    return fail(kept.error());
}

bool Approvals::isOwn(const QString &workspace, const QString &key, const QString &value) const
{
    return allows(settingSubject(workspace, key, value));
}

Result<void> Approvals::keepOwn(const QString &workspace, const QString &key, const QString &value)
{
    const auto subject = settingSubject(workspace, key, value);
    return allows(subject) ? Result<void>() : approve(subject);
}

Result<bool> Approvals::withdraw(const QString &id)
{
    const auto isIt = [&](const Approval &approval) { return approval.id == id; };
    const bool wasUnsaved = std::erase_if(m_unsaved, isIt) > 0;
    const auto kept = change(
        [&](std::vector<Approval> &approvals) { return std::erase_if(approvals, isIt) > 0; });
    if (!kept)
        return wasUnsaved ? Result<bool>(true) : Result<bool>(fail(kept.error()));
    return *kept || wasUnsaved;
}

} // namespace tosaic
