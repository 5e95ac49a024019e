// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace tosaic::views {

/// A line of facts, the most important first. Where the room is short it leaves out whole facts
/// from the end instead of cutting a word; the tool tip has them all.
class PartsLabel : public QLabel
{
    Q_OBJECT
public:
    explicit PartsLabel(QWidget *parent = nullptr);

    void setParts(const QStringList &parts);
    QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void fit();

    QStringList m_parts;
};

} // namespace tosaic::views
