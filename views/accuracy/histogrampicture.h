// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/measures.h"

#include <QWidget>

namespace tosaic::views {

class Theme;

/// How often which numbers come: bars of equal width, their ends written below.
class HistogramPicture : public QWidget
{
    Q_OBJECT
public:
    HistogramPicture(
        const QString &name, const QString &title, const Theme &theme, QWidget *parent = nullptr);

    void show(const accuracy::Histogram &histogram);
    QSize sizeHint() const override { return { 260, 96 }; }
    QSize minimumSizeHint() const override { return { 120, 80 }; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_title;
    const Theme &m_theme;
    accuracy::Histogram m_histogram;
};

} // namespace tosaic::views
