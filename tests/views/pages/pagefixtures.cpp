// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/pages/pagefixtures.h"

#include "core/compiled/resultreader.h"
#include "core/formats/openprogram.h"
#include "tests/support/samples.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDir>

using namespace Qt::StringLiterals;

namespace tosaic::test {

namespace {

QtMessageHandler previousHandler = nullptr;
int checks = 0; // alive at once

void failOnModelComplaint(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (context.category && qstrcmp(context.category, "qt.modeltest") == 0)
        ADD_FAILURE() << text.toStdString();
    else if (previousHandler)
        previousHandler(type, context, text);
}

} // namespace

ModelCheck::ModelCheck(QAbstractItemModel &model)
{
    if (checks++ == 0)
        previousHandler = qInstallMessageHandler(failOnModelComplaint);
    m_tester = std::make_unique<QAbstractItemModelTester>(
        &model, QAbstractItemModelTester::FailureReportingMode::Warning);
}

ModelCheck::~ModelCheck()
{
    m_tester.reset();
    if (--checks == 0)
        qInstallMessageHandler(previousHandler);
}

std::shared_ptr<const model::Program> openProgram(const QString &path)
{
    auto source = ByteSource::map(path);
    EXPECT_TRUE(source) << path.toStdString();
    if (!source)
        return nullptr;
    auto program = formats::readProgram(*source);
    EXPECT_TRUE(program) << (program ? QString() : program.error().toText()).toStdString();
    return program ? *program : nullptr;
}

void openFixture(ModelDocument &document, const QString &name)
{
    const auto folder = fixturePath(name);
    const auto programs = QDir(folder).entryList({ u"*.pte"_s });
    ASSERT_FALSE(programs.isEmpty()) << folder.toStdString();
    auto result = compiled::readCompileResult(folder);
    ASSERT_TRUE(result) << result.error().toText().toStdString();
    const auto path = QDir(folder).filePath(programs.first());
    document.set(path, openProgram(path),
        std::make_shared<const compiled::CompileResult>(std::move(*result)));
}

void picture(QWidget &widget, const QString &name)
{
    const auto folder = qEnvironmentVariable("TOSAIC_PICTURES");
    if (folder.isEmpty())
        return;
    QApplication::processEvents();
    widget.grab().save(QDir(folder).filePath(name + u".png"_s));
}

void PageTest::SetUp()
{
    theme.apply(*qApp, views::ThemeMode::Light);
}

} // namespace tosaic::test
