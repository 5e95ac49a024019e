// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <vector>

/// A rule of a console family made from text that somebody marked in a console.
namespace tosaic::profile {

struct FamilyDraft
{
    QString pattern;
    QString field = QStringLiteral("counter"); ///< one of familyFields()
    QString name; ///< of a counter
    QString unit; ///< of a time, or of a counter that is no hardware event
    QJsonObject toJson() const; ///< as in a family's "rules"
};

/// What a rule would be that reads `length` characters from `from` on of this line: the text around
/// them stays, other numbers may be any. Field, name and unit are guessed from the words beside it.
FamilyDraft draftOf(const QString &line, qsizetype from, qsizetype length);

struct DraftMatch
{
    int line = 0; ///< from 1
    QString value;
};

/// The lines of a console that the rule would read, and what is read there; those behind `most` are
/// only counted. Errors: what is wrong with the rule, as readFamily() says it.
struct DraftEffect
{
    std::vector<DraftMatch> matches;
    quint64 count = 0;
};
Result<DraftEffect> effectOf(const FamilyDraft &draft, const QStringList &lines, size_t most = 100);

/// Adds the rule to the user's own family (userFamiliesDir()/own.json), which is made if there is
/// none. Returns its path. Errors: the rule's; FormatDamaged if that file is no family, which is
/// then left as it is; IoWrite.
Result<QString> keepDraft(const FamilyDraft &draft);

} // namespace tosaic::profile
