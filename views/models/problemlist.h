// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/model/entityref.h"

#include <QObject>

#include <map>
#include <vector>

namespace tosaic::views {

/// A problem row: what was found and where it leads when it is clicked.
struct Problem
{
    Diagnostic diagnostic;
    model::EntityRef entity; ///< empty if nothing on the screen stands for it
    std::vector<Diagnostic> alike
        = {}; ///< further ones of its kind, which have no row of their own
    bool operator==(const Problem &) const = default;
};

/// All problems at hand, by who reported them ("open", "compile", "import", "spec"); a source
/// replaces only its own. Lives on the GUI thread.
class ProblemList : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    void set(const QString &source, std::vector<Problem> problems);
    void set(const QString &source, const std::vector<Diagnostic> &diagnostics);
    void add(const QString &source, Problem problem);
    void clear(const QString &source) { set(source, std::vector<Problem>{}); }

    /// Those of one source, as reported.
    std::vector<Problem> of(const QString &source) const;
    /// In the order of the sources' names, then as reported; what several report is there once.
    std::vector<Problem> all() const;
    int count(Severity severity) const;

Q_SIGNALS:
    void changed();

private:
    std::map<QString, std::vector<Problem>> m_bySource;
};

/// One row for many of a kind (core/base/alikeproblems).
std::vector<Problem> collapsed(const std::vector<Problem> &problems);

/// Where a diagnostic leads: the byte range it names, else nothing.
model::EntityRef entityOf(const Diagnostic &diagnostic);

} // namespace tosaic::views
