// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <vector>

/// What files of other people may make this machine do. A workspace, spec or model can name
/// programs, commands, hosts and folders; none of them is started, connected to or written to
/// before this user has approved it on this machine. SECURITY.md has the table.
namespace tosaic {

/// One such thing, with everything that an approval of it is about.
struct TrustSubject
{
    enum class Kind
    {
        Interpreter, ///< Python of a tool environment
        Command, ///< a command line with the programs that it starts
        Connection, ///< a serial port or a TCP host
        Model, ///< a .py or .pt2 file, which runs code when it is loaded
        OutputFolder, ///< outside of the folder that was chosen for results
        Setting ///< a value of a workspace that was written on this machine
    };
    Kind kind = Kind::Command;
    QString what; ///< for people: an absolute path, a command line, "tcp:host:port"
    /// SHA-256 of all that counts; another content is another subject. Empty: it cannot be read, so
    /// there is nothing that could be approved.
    QString content;

    bool operator==(const TrustSubject &) const = default;
};

/// "interpreter", "command", "connection", "model", "output-folder", "setting".
QString kindText(TrustSubject::Kind kind);

/// The program by its absolute path, the file that this leads to, that file's bytes, and the
/// pyvenv.cfg of a virtual environment. Packages are not looked at: they are as many as the user
/// installs. A name without a slash is looked for on PATH. Reads the file: blocks.
TrustSubject interpreterSubject(const QString &program);
/// The exact line, `folder` (empty: the one it is started in) and the bytes of those of `files`
/// that are files; the others are part of the line alone. Reads the files: blocks.
TrustSubject commandSubject(
    const QString &line, const QStringList &files, const QString &folder = {});
/// "serial:/dev/ttyUSB0", "tcp:localhost:5000".
TrustSubject connectionSubject(const QString &place);
/// The file where it is: a .py imports what lies beside it. Reads it: blocks.
TrustSubject modelSubject(const QString &path);
/// The same of bytes that are hashed already; `sha256` is empty: they could not be read.
TrustSubject modelSubject(const QString &path, const QString &sha256);
TrustSubject outputFolderSubject(const QString &folder);

/// The absolute path to which a name leads: links are followed as far as it exists. Empty: links
/// that lead nowhere.
QString resolvedPlace(const QString &path);

/// What it is about, for people: control, format and direction characters are written as "\u202E",
/// so that a name cannot pretend to be another.
QString shownText(const TrustSubject &subject);

struct Approval
{
    QString id; ///< short; of its kind, what it is about and the content
    TrustSubject subject;
    QDateTime when; ///< UTC
};

/// The approvals of this user, in a file of their own below the settings, never in a workspace.
/// Several programs may use it at once. Files are small; every question reads it. Lives on one
/// thread.
class Approvals
{
public:
    explicit Approvals(QString path);
    /// "trust.json" beside the settings of this user; empty where there is no place for them.
    static QString usualPath();

    QString path() const { return m_path; }

    bool allows(const TrustSubject &subject) const;
    /// Errors: IoWrite, IoDiskFull; then it holds as long as this object.
    Result<void> approve(const TrustSubject &subject);

    /// Whether this user wrote exactly this value here, into this workspace.
    bool isOwn(const QString &workspace, const QString &key, const QString &value) const;
    /// Replaces what was written under that key before. Errors as approve().
    Result<void> keepOwn(const QString &workspace, const QString &key, const QString &value);

    /// The oldest first.
    std::vector<Approval> list() const;
    /// False: there is no such approval. Errors as approve().
    Result<bool> withdraw(const QString &id);

private:
    template <typename Change>
    Result<bool> change(Change change);
    std::vector<Approval> stored() const;

    QString m_path;
    std::vector<Approval> m_unsaved; ///< given here, but the file could not be written
};

} // namespace tosaic
