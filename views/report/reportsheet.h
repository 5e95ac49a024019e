// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "views/widgets/theme.h"

#include <QTextBrowser>

namespace tosaic::views {

/// A sheet in the middle of the page, as wide as reads well, that shows a report.
class ReportSheet : public QTextBrowser
{
    Q_OBJECT
public:
    explicit ReportSheet(const Theme &theme, QWidget *parent = nullptr);

    void setReport(const report::Report &report);
    /// Scrolls to the section's title.
    void goTo(const QString &sectionTitle);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void refill();

    const Theme &m_theme;
    report::Report m_report;
};

} // namespace tosaic::views
