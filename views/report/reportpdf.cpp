// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/reportpdf.h"

#include "views/report/reportdocument.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPageSize>
#include <QPdfWriter>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int PictureWidth = 620; // document pixels: an A4 page between its margins
constexpr int PictureDpi = 300;
}

Result<QByteArray> reportToPdf(const report::Report &report)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!buffer.open(QIODevice::WriteOnly))
        return fail(ErrorCode::Internal, buffer.errorString());
    QPdfWriter writer(&buffer);
    writer.setTitle(report.title);
    writer.setCreator(QCoreApplication::applicationName());
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setResolution(PictureDpi);
    QTextDocument document;
    fillDocument(document, report, Theme::lightColors(), PictureWidth);
    document.print(&writer);
    buffer.close();
    if (!bytes.startsWith("%PDF"))
        return fail(ErrorCode::Internal, u"the PDF could not be written"_s);
    return bytes;
}

} // namespace tosaic::views
