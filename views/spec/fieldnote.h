// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/ruletable.h"
#include "views/widgets/theme.h"

#include <QWidget>

#include <vector>

class QLabel;
class QVBoxLayout;

namespace tosaic::views {

/// What the rules say about one field, below it: each with why, where that is known from, and a
/// button that corrects it.
class FieldNote : public QWidget
{
    Q_OBJECT
public:
    FieldNote(const QString &name, const Theme &theme, QWidget *parent = nullptr);

    /// Keeps the rows, and the focus in them, while the same things are found.
    void setHits(std::vector<spec::RuleHit> hits);
    const std::vector<spec::RuleHit> &hits() const { return m_hits; }

Q_SIGNALS:
    void fixRequested(const tosaic::spec::RuleHit &hit);

private:
    void rebuild();
    void addRow(std::size_t index);
    QWidget *makeReason(const spec::RuleHit &hit, QWidget *row, QLabel *reason);

    QString m_name;
    const Theme &m_theme;
    QVBoxLayout *m_layout;
    std::vector<spec::RuleHit> m_hits;
};

/// A muted line that explains a field.
QLabel *explanation(const QString &text, QWidget *parent);

/// "dialog-warning" and its siblings.
QString severityIcon(Severity severity);

} // namespace tosaic::views
