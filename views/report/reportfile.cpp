// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/reportfile.h"

#include "core/base/savefile.h"
#include "core/base/try.h"
#include "core/report/htmlwriter.h"
#include "core/report/textwriters.h"
#include "core/report/xlsxwriter.h"
#include "views/report/reportpdf.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::views {

std::optional<ReportPage::Format> reportFormat(const QString &path)
{
    using Format = ReportPage::Format;
    const auto ending = QFileInfo(path).suffix().toLower();
    if (ending == "html"_L1 || ending == "htm"_L1)
        return Format::Html;
    if (ending == "pdf"_L1)
        return Format::Pdf;
    if (ending == "md"_L1)
        return Format::Markdown;
    if (ending == "json"_L1)
        return Format::Json;
    if (ending == "csv"_L1)
        return Format::Csv;
    if (ending == "xlsx"_L1)
        return Format::Xlsx;
    return {};
}

Result<QByteArray> renderReport(const report::Report &report, ReportPage::Format format)
{
    switch (format) {
    case ReportPage::Format::Html:
        return report::toHtml(report);
    case ReportPage::Format::Pdf:
        return reportToPdf(report);
    case ReportPage::Format::Markdown:
        return report::toMarkdown(report);
    case ReportPage::Format::Json:
        return report::toJson(report);
    case ReportPage::Format::Csv:
        return report::toCsv(report).front().bytes;
    case ReportPage::Format::Xlsx:
        return report::toXlsx(report);
    }
    return fail(ErrorCode::Internal, u"no such report format"_s);
}

Result<QStringList> saveReport(
    const report::Report &report, ReportPage::Format format, const QString &path)
{
    std::vector<report::CsvFile> files;
    if (format == ReportPage::Format::Csv) {
        files = report::toCsv(report);
    } else {
        auto bytes = TRY(renderReport(report, format));
        files.push_back({ {}, std::move(bytes) });
    }
    const QFileInfo info(path);
    QStringList written;
    for (const auto &file : files) {
        const auto name = file.suffix.isEmpty()
            ? path
            : info.dir().filePath(info.completeBaseName() + file.suffix + u".csv"_s);
        TRY(saveFile(name, file.bytes));
        written << name;
    }
    return written;
}

} // namespace tosaic::views
