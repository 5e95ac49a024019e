// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "views/widgets/theme.h"

#include <QSet>
#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace tosaic::views {

class ReportSheet;
class StateStack;

/// The report as the finished document: a sheet to read, a list of the sections to keep, and the
/// ways out.
class ReportPage : public QWidget
{
    Q_OBJECT
public:
    enum class Format
    {
        Html,
        Pdf,
        Markdown,
        Json,
        Csv
    };
    Q_ENUM(Format)

    explicit ReportPage(const Theme &theme, QWidget *parent = nullptr);
    ~ReportPage() override;

    /// Sections the user switched off stay off while they keep their titles. A report without
    /// sections shows the empty state.
    void setReport(report::Report report);
    /// Only the chosen sections; what is saved.
    report::Report chosenReport() const;

Q_SIGNALS:
    /// The user wants the chosen sections in a file; who owns the page asks where and writes it
    /// (views/report/reportfile.h).
    void saveRequested(tosaic::views::ReportPage::Format format);
    /// The empty state's action.
    void openModelRequested();
    /// Markdown is on the clipboard.
    void copied();

private:
    QWidget *createContent();
    QWidget *createSide(QWidget *parent);
    QPushButton *addButton(
        QVBoxLayout *layout, const QString &name, const QString &text, const QString &iconName);
    void createButtons(QVBoxLayout *layout);
    void fillSections();
    void refresh();
    void copyMarkdown();

    const Theme &m_theme;
    report::Report m_report;
    QSet<QString> m_hidden; ///< titles the user switched off
    StateStack *m_stack = nullptr;
    QListWidget *m_sections = nullptr;
    QPushButton *m_save = nullptr;
    ReportSheet *m_sheet = nullptr;
    QLabel *m_notice = nullptr;
};

} // namespace tosaic::views
