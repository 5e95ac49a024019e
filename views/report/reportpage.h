// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "views/report/reporttemplate.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace tosaic::views {

class ReportSheet;
class StateStack;

/// The report as the finished document: a sheet to read, title, author and note, a list of the
/// sections to keep and to put in order, and the ways out.
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
        Csv,
        Xlsx
    };
    Q_ENUM(Format)

    explicit ReportPage(const Theme &theme, QWidget *parent = nullptr);
    ~ReportPage() override;

    /// Sections the user switched off stay off while they keep their titles. A report without
    /// sections shows the empty state.
    void setReport(report::Report report);
    /// Until setReport(), where there is none yet.
    void showBuilding();
    /// Only the chosen sections, in their order; what is saved.
    report::Report chosenReport() const { return m_template.applied(m_report); }
    /// What the user chose.
    const ReportTemplate &reportTemplate() const { return m_template; }
    void setTemplate(const ReportTemplate &chosen);

Q_SIGNALS:
    /// The user wants the chosen sections in a file; who owns the page asks where and writes it
    /// (views/report/reportfile.h).
    void saveRequested(tosaic::views::ReportPage::Format format);
    /// By the user.
    void templateChanged();
    /// The empty state's action.
    void openModelRequested();
    /// Markdown is on the clipboard.
    void copied();

private:
    QWidget *createContent();
    QWidget *createSide(QWidget *parent);
    QPushButton *addButton(
        QVBoxLayout *layout, const QString &name, const QString &text, const QString &iconName);
    void createWords(QVBoxLayout *layout);
    void createSections(QVBoxLayout *layout);
    void createPaper(QVBoxLayout *layout);
    void createButtons(QVBoxLayout *layout);
    void fillWords();
    void fillSections();
    void takeWords();
    void takeSections();
    void moveSection(int by);
    void refresh();
    void copyMarkdown();

    const Theme &m_theme;
    report::Report m_report;
    ReportTemplate m_template;
    StateStack *m_stack = nullptr;
    QLineEdit *m_title = nullptr;
    QLineEdit *m_author = nullptr;
    QPlainTextEdit *m_note = nullptr;
    QListWidget *m_sections = nullptr;
    QComboBox *m_paper = nullptr;
    QPushButton *m_save = nullptr;
    ReportSheet *m_sheet = nullptr;
    QLabel *m_notice = nullptr;
};

} // namespace tosaic::views
