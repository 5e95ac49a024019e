// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/reportpdf.h"

#include "views/report/reportpaper.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QLocale>
#include <QPageLayout>
#include <QPdfWriter>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int Dpi = 600; // how finely things are placed; texts and drawings stay vectors
constexpr QMarginsF Margins(15, 16, 15, 12); // mm
}

Result<QByteArray> reportToPdf(const report::Report &report)
{
    const bool isUs = QLocale().measurementSystem() == QLocale::ImperialUSSystem;
    const bool isLetter
        = report.paper == report::Paper::Letter || (report.paper == report::Paper::Usual && isUs);
    const auto size = isLetter ? QPageSize::Letter : QPageSize::A4;
    ReportPages pages;
    QByteArray bytes;
    // Twice: the first time tells the pages of the contents.
    for (int time = 0; time < 2; ++time) {
        bytes.clear();
        QBuffer buffer(&bytes);
        if (!buffer.open(QIODevice::WriteOnly))
            return fail(ErrorCode::IoWrite, buffer.errorString());
        QPdfWriter writer(&buffer);
        writer.setTitle(report.title);
        writer.setCreator(QCoreApplication::applicationName());
        writer.setPageLayout(
            { QPageSize(size), QPageLayout::Portrait, Margins, QPageLayout::Millimeter });
        writer.setResolution(Dpi);
        ReportPaper paper(writer, Theme::lightColors());
        paper.write(report, pages);
        pages = paper.pages();
    }
    if (!bytes.startsWith("%PDF"))
        return fail(ErrorCode::IoWrite, u"the PDF could not be written"_s);
    return bytes;
}

} // namespace tosaic::views
