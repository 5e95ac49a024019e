// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <list>

namespace tosaic {

/// Qt knows file names in UTF-8 only; a name of other bytes (Latin-1 of an old disk) would be
/// another name once it was decoded. So where an argument of the program is, or leads through, a
/// file or folder with such a name, a link with a readable name takes its place: it lies in
/// "tosaic/names" of the user's cache and stays, because workspaces record it. Made first of all,
/// before the application; lives as long as the arguments are used.
class ArgumentNames
{
public:
    /// Changes pointers of `argv` that need it.
    ArgumentNames(int argc, char *argv[]);

    /// Why an argument cannot be understood: other bytes than UTF-8 that name nothing that exists
    /// (an output, a text), or no place for the link. Empty: all are.
    QString problem() const { return m_problem; }

private:
    QByteArray readable(const QByteArray &argument);

    std::list<QByteArray> m_kept; ///< what the pointers lead to
    QString m_problem;
};

} // namespace tosaic
