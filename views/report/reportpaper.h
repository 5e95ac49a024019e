// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "views/report/paperpicture.h"
#include "views/widgets/theme.h"

#include <QFont>
#include <QPainter>
#include <QPdfWriter>

#include <optional>
#include <vector>

/// Internal to this folder.
namespace tosaic::views {

/// Where things stand in a report on pages.
struct ReportPages
{
    std::vector<int> sections; ///< page of each, from 1
    int all = 0;
};

/// Lays a report out on pages, which a text document cannot without cutting rows in two: rows and
/// pictures stay whole, tables repeat their header, titles stay with what follows. A picture for
/// which the rest of a page is too small waits for the next one, and what follows takes that rest.
class ReportPaper
{
public:
    /// Paints on the device until destroyed; the device's resolution and page are set before.
    ReportPaper(QPdfWriter &device, const ThemeColors &colors);

    /// `before`: of the same report, written before: its numbers of pages are those of the contents
    /// and the footer. The contents take the same room without.
    void write(const report::Report &report, const ReportPages &before = {});
    /// Where the sections of what was written begin.
    const ReportPages &pages() const { return m_pages; }

    // The blocks of a section, for std::visit.
    void operator()(const report::Text &text);
    void operator()(const report::Statement &statement);
    void operator()(const report::FactList &list);
    void operator()(const report::Table &whole);
    void operator()(const report::Picture &picture);

private:
    static constexpr double TextSize = 9; // points
    static constexpr double RowPadding = 2; // points above and below a row

    struct WaitingPicture
    {
        PaperPicture drawing;
        QString caption;
        QString section; ///< title
    };
    /// One cell of a row: its lines, where it stands and how.
    struct Cell
    {
        QStringList lines;
        double left = 0;
        double width = 0;
        bool isRight = false;
        QColor colour;
    };

    QFont font(double points, bool isBold = false) const;
    QStringList wrapped(const QString &text, const QFont &font, double width) const;
    double lineHeight(const QFont &font) const;
    double points(double count) const; ///< in device pixels
    void startPage();
    void writeContents(const report::Report &report);
    void newPage(); ///< with the pictures that wait for it
    /// A new page if so much does not fit on this one.
    void ensure(double height);
    double captionHeight(const QString &caption) const;
    double largestFactor(const QSizeF &own, const QString &caption) const;
    /// What a picture needs at least to be read.
    double leastHeight(const report::Picture &picture) const;
    /// By which it fits into the rest of the page; absent: it could not be read.
    std::optional<double> factorHere(const QSizeF &own, const QString &caption) const;
    /// Turns pages until it fits.
    void draw(const PaperPicture &drawing, const QString &caption);
    void drawWaiting();
    void paragraph(const QString &text, const QFont &font, const QColor &colour);
    void drawRow(const std::vector<Cell> &cells, const QFont &font, bool hasRule);
    double rowHeight(const std::vector<Cell> &cells, const QFont &font) const;
    std::vector<Cell> cellsOf(const QStringList &texts, const std::vector<double> &widths,
        const report::Table &table, const QFont &font, const QColor &colour) const;

    QPdfWriter &m_device;
    ThemeColors m_colors;
    QPainter m_painter;
    QString m_title;
    QString m_section; ///< title
    bool m_isFirstBlock = false; ///< of a section
    std::vector<WaitingPicture> m_waiting; ///< in their order
    QRectF m_body; ///< of each page, device pixels
    double m_y = 0; ///< where the next thing goes
    int m_page = 1;
    ReportPages m_before;
    ReportPages m_pages;
};

} // namespace tosaic::views
