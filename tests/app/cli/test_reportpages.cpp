// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Whole pages of reports, as a validator and a screen reader take them.
#include "app/cli/frame/commands.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/htmlpage.h"
#include "tests/profiler/consolegenerator.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QSet>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;

namespace tosaic::test::reportpagestests {

namespace {

const auto Script = u"<script>alert(1)</script>"_s;

/// What the elements of a page say of themselves.
struct Page
{
    std::vector<int> headings;
    QStringList ids;
    QStringList references; ///< to ids
    QStringList scripts;
    int pictures = 0;
    QString error;
};

void read(Page &page, const QXmlStreamReader &reader)
{
    const auto name = reader.name();
    const auto attributes = reader.attributes();
    const auto said = [&](QLatin1StringView of) { return attributes.value(of).trimmed(); };
    if (name.size() == 2 && name[0] == u'h' && name[1].isDigit())
        page.headings.push_back(name[1].digitValue());
    if (name == "svg"_L1) {
        ++page.pictures;
        EXPECT_EQ(said("role"_L1), "img"_L1);
        EXPECT_FALSE(said("aria-label"_L1).isEmpty()) << "a picture without alternative text";
    }
    if (name == "th"_L1)
        EXPECT_EQ(said("scope"_L1), "col"_L1);
    for (const auto &attribute : attributes) {
        const auto value = attribute.value().toString();
        EXPECT_FALSE(attribute.name().startsWith("on"_L1)) << value.toStdString();
        if (attribute.name() == "id"_L1)
            page.ids << value;
        else if (value.startsWith("url(#"_L1))
            page.references << value.mid(5).chopped(1);
        else if (attribute.name() == "href"_L1)
            page.references << value.mid(1);
    }
}

Page pageOf(const QByteArray &html)
{
    Page page;
    QXmlStreamReader reader(asXml(html));
    int sectionWords = -1; // of the section that is open, beside its title
    int cellWords = 0; // of the cell that is open
    bool isTitle = false;
    while (!reader.atEnd()) {
        switch (reader.readNext()) {
        case QXmlStreamReader::StartElement:
            if (reader.name() == "script"_L1) {
                page.scripts << reader.readElementText();
                break;
            }
            if (reader.name() == "section"_L1)
                sectionWords = 0;
            if (reader.name() == "td"_L1)
                cellWords = 0;
            isTitle = reader.name() == "h2"_L1;
            read(page, reader);
            break;
        case QXmlStreamReader::Characters:
            if (!isTitle && !reader.isWhitespace())
                ++sectionWords;
            cellWords += reader.isWhitespace() ? 0 : 1;
            break;
        case QXmlStreamReader::EndElement:
            isTitle = false;
            if (reader.name() == "td"_L1)
                EXPECT_GT(cellWords, 0) << "an empty cell in line " << reader.lineNumber();
            if (reader.name() == "section"_L1)
                EXPECT_GT(sectionWords, 0)
                    << "an empty section ends in line " << reader.lineNumber();
            break;
        default:
            break;
        }
    }
    page.error = reader.errorString();
    return page;
}

void expectSound(const Page &page)
{
    EXPECT_EQ(page.error.toStdString(), "");
    ASSERT_FALSE(page.headings.empty());
    EXPECT_EQ(page.headings.front(), 1);
    EXPECT_EQ(std::ranges::count(page.headings, 1), 1) << "one title";
    for (size_t i = 1; i < page.headings.size(); ++i)
        EXPECT_LE(page.headings[i], page.headings[i - 1] + 1) << "no level is left out";
    const QSet<QString> ids(page.ids.begin(), page.ids.end());
    EXPECT_EQ(ids.size(), page.ids.size()) << "an id names one thing";
    for (const auto &reference : page.references)
        EXPECT_TRUE(ids.contains(reference)) << reference.toStdString();
    EXPECT_EQ(page.scripts.size(), 1) << "the page's own, which sorts tables";
}

QByteArray reportOf(const QStringList &arguments)
{
    const auto path = temporaryDir() + u"/page.html"_s;
    const auto outcome = outcomeOf(cli::reportCommand(), arguments + QStringList{ u"-o"_s, path });
    EXPECT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString console()
{
    const GeneratedProfile profile{ .npuCycles = 500'123,
        .counters = { { u"NPU_IDLE"_s, 1'234 } } };
    return written(u"run.log"_s, generateConsole({ .profiles = { profile } }));
}

/// A compile whose file, modules and operators bear a script as their name.
QString hostileCompile()
{
    const QDir from(fixturePath(u"two_partitions-u55-128"_s));
    const QDir to(temporaryDir());
    for (const auto &file : from.entryList(QDir::Files)) {
        QFile::copy(from.filePath(file), to.filePath(file));
        QFile::setPermissions(to.filePath(file), QFile::ReadOwner | QFile::WriteOwner);
    }
    QFile result(to.filePath(u"result.json"_s));
    EXPECT_TRUE(result.open(QIODevice::ReadOnly));
    auto text = QString::fromUtf8(result.readAll());
    result.close();
    for (const auto &name : { u"two_partitions.py"_s, u"aten_sort_default"_s, u"before"_s })
        text.replace(u'"' + name, u'"' + Script + name);
    EXPECT_TRUE(result.open(QIODevice::WriteOnly));
    result.write(text.toUtf8());
    return to.path();
}

} // namespace

TEST(ReportPages, HoldTogether)
{
    const auto model = fixturePath(u"mobilenet_v2-u55-128"_s);
    const auto other = fixturePath(u"mobilenet_v2-u55-128-conv_on_cpu"_s);
    const auto log = console();
    const std::pair<QStringList, int> cases[]{ { { model }, 5 },
        { { other, u"--compare"_s, model, u"--run"_s, log, u"--origin"_s, u"fvp"_s }, 6 },
        { { fixturePath(u"two_partitions-u85-256-external"_s) }, 6 },
        { { fixturePath(u"softmax-cpu"_s) }, 1 }, { { u"--run"_s, log }, 0 } };
    for (const auto &[arguments, pictures] : cases) {
        SCOPED_TRACE(arguments.join(u' ').toStdString());
        const auto page = pageOf(reportOf(arguments));
        expectSound(page);
        EXPECT_GE(page.pictures, pictures);
    }
}

/// Wherever a name comes from, it stays text: no element, no script, no attribute that acts.
TEST(ReportPages, AScriptAsANameStaysText)
{
    const auto html = reportOf({ hostileCompile(), u"--run"_s, console(), u"--author"_s, Script,
        u"--note"_s, u"\"><img src=x onerror=alert(2)>"_s });
    expectSound(pageOf(html));
    EXPECT_GT(html.count("&lt;script&gt;alert(1)&lt;/script&gt;"), 3);
    EXPECT_FALSE(html.contains("<img"));
}

TEST(ReportPages, AScriptAsANameStaysTextInOtherFormsToo)
{
    const auto compile = hostileCompile();
    const auto base = temporaryDir() + u"/hostile."_s;
    const auto contentOf = [&](const QString &ending) {
        QFile file(base + ending);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << ending.toStdString();
        return QString::fromUtf8(file.readAll());
    };
    for (const auto &ending : { u"md"_s, u"csv"_s, u"json"_s })
        ASSERT_EQ(outcomeOf(cli::reportCommand(), { compile, u"-o"_s, base + ending }).exitCode,
            cli::Fine);
    const auto markdown = contentOf(u"md"_s);
    EXPECT_TRUE(markdown.contains(u"\\<script\\>alert(1)"_s)) << "escaped";
    EXPECT_FALSE(QString(markdown).remove(u"\\<"_s).contains(u'<'));
    EXPECT_TRUE(contentOf(u"csv"_s).contains(Script));
    EXPECT_TRUE(QJsonDocument::fromJson(contentOf(u"json"_s).toUtf8()).isObject());
    for (const auto &ending : { u"svg"_s, u"json"_s }) {
        ASSERT_EQ(outcomeOf(cli::graphCommand(), { compile, u"-o"_s, base + ending }).exitCode,
            cli::Fine);
    }
    const auto svg = contentOf(u"svg"_s);
    QXmlStreamReader reader(svg);
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement)
            EXPECT_NE(reader.name(), "script"_L1);
    }
    EXPECT_FALSE(reader.hasError()) << reader.errorString().toStdString();
    EXPECT_TRUE(QJsonDocument::fromJson(contentOf(u"json"_s).toUtf8()).isObject());
}

} // namespace tosaic::test::reportpagestests
