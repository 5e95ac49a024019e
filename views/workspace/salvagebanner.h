// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;

namespace tosaic::views {

/// Says that a damaged workspace is shown, what of it is lost, and offers to save the rest.
class SalvageBanner : public QWidget
{
    Q_OBJECT
public:
    explicit SalvageBanner(QWidget *parent = nullptr);

    /// One text a table (lossTexts()); none: everything could be read.
    void setLosses(const QStringList &losses);

Q_SIGNALS:
    void saveRequested();

private:
    QLabel *m_text;
};

} // namespace tosaic::views
