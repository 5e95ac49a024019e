// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QSet>
#include <QString>

namespace tosaic::formats {

/// What a program's signature says about one of its inputs.
struct InputFacts
{
    QString role; ///< "input", "parameter", "buffer", "constant"..., or the spec's own word
    QString name; ///< of a number that is fixed at export; empty otherwise
    QString qualifiedName; ///< "features.3.weight"
};
InputFacts inputFacts(const QJsonObject &inputSpec);

/// Qualified names of the buffers that the program writes.
QSet<QString> mutatedBuffers(const QJsonObject &signature);

} // namespace tosaic::formats
