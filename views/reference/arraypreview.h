// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/formats/npy/npyarray.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;

namespace tosaic::views {

/// How an array begins and what its numbers are like, read from its .npy in the background.
class ArrayPreview : public QWidget
{
    Q_OBJECT
public:
    static constexpr quint64 MostValues = 64;

    explicit ArrayPreview(QWidget *parent = nullptr);

    void show(const QString &name, const QString &path);
    void clear();

private:
    void showSummary(const QString &name, const formats::ArraySummary &summary);

    JobSlot m_slot;
    QLabel *m_facts;
    QPlainTextEdit *m_values;
};

} // namespace tosaic::views
