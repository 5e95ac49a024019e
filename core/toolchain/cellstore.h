// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/toolchain/estimateplan.h"

#include <QJsonObject>

namespace tosaic::toolchain {

/// The one key of a run of Vela: SHA-256, in hexadecimal digits, of the TOSA, the resolved
/// arguments, the bytes of an ini file of the user (whose path does not count) and the version of
/// Vela, whose own ini files belong to it. Equal keys give equal numbers on every machine. Empty if
/// the version is not known.
QString cellKey(const EstimateTask &task, const QString &velaVersion);

/// The key of what several partitions gave together; that of the only one. Empty if one is.
QString combinedKey(const QStringList &keys);

/// What an answer says, without its partition and key; the summary as Vela wrote it.
QJsonObject answerToJson(const EstimateAnswer &answer);
/// Absent if this is not such an object: it is computed again then.
std::optional<EstimateAnswer> answerFromJson(const QJsonObject &object);

/// Answers of Vela that outlive the program, by cellKey(). Called from pool threads: every
/// implementation is thread-safe. Answers are written in batches; flush() writes the rest.
class CellStore
{
public:
    virtual ~CellStore() = default;
    virtual std::optional<EstimateAnswer> find(const QString &key) = 0;
    /// Once for each key; the same again changes nothing.
    virtual void add(const QString &key, const EstimateAnswer &answer) = 0;
    /// The first error since the last call, of reading too: numbers are computed all the same.
    virtual Result<void> flush() = 0;
};

} // namespace tosaic::toolchain
