// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <QWidget>

#include <optional>

class QLabel;

namespace tosaic::views {

/// One number of the live estimate: what it is, how much, how it differs, and a remark. Keeps its
/// place and width whatever the number.
class EstimateFigure : public QWidget
{
    Q_OBJECT
public:
    struct Content
    {
        QString value; ///< with unit; empty: not known
        QString exact; ///< for the tooltip
        QString difference; ///< "−4 KiB (−2.7 %)"; empty: nothing to hold it against
        QString verdict; ///< "better"
        bool isBetter = false;
        bool isWorse = false;
        QString remark; ///< "of 384 KiB"
        bool isRemarkBad = false; ///< over a limit
        bool isDimmed = false; ///< of an earlier spec, while the new one is computed
    };

    EstimateFigure(
        const QString &id, const QString &title, const Theme &theme, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void show(const Content &content);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void paint();
    void elide();

    const Theme &m_theme;
    Content m_content;
    QLabel *m_title;
    QLabel *m_value;
    QLabel *m_difference;
    QLabel *m_remark;
    QString m_differenceText; ///< in full
};

} // namespace tosaic::views
