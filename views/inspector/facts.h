// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "views/inspector/inspection.h"

#include <QCoreApplication>

namespace tosaic::views {

/// Small pieces the inspection builders share.
class Facts
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::Facts)
public:
    static Fact notKnown(const QString &label);
    /// "384 KiB" with the exact number behind it.
    static QString bytes(quint64 count);
    static Fact bytes(const QString &label, std::optional<quint64> count);
    static Fact range(const QString &label, const model::ByteRange &range);
    static QString shape(const std::vector<qint32> &shape);
    /// "int8 1x16x48x48"
    static QString tensor(const model::Tensor &tensor);
    /// A value in one line, lists resolved through the values they name.
    static QString value(const model::Method &method, qint32 index);
    /// Cycles, memory and MACs of a compile or a partition; all tagged as estimates.
    static std::vector<Fact> summary(const compiled::Summary &summary);
};

} // namespace tosaic::views
