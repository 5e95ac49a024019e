// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "views/widgets/theme.h"

#include <QWidget>

#include <functional>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace tosaic::views {

/// What the rule check says about one field, below it; with a button where one value is the fix.
class FieldNote : public QWidget
{
    Q_OBJECT
public:
    struct Fix
    {
        QString text; ///< "Use Shared_Sram"; empty: no button
        std::function<void()> apply;
    };

    FieldNote(const QString &name, const Theme &theme, QWidget *parent = nullptr);

    void clear();
    void add(const Diagnostic &problem, const Fix &fix = {});

private:
    QString m_name;
    const Theme &m_theme;
    QVBoxLayout *m_layout;
};

/// A muted line that explains a field.
QLabel *explanation(const QString &text, QWidget *parent);

} // namespace tosaic::views
