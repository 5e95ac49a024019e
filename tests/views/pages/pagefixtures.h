// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "views/widgets/theme.h"

#include <gtest/gtest.h>

#include <QAbstractItemModel>
#include <QWidget>

/// Real programs and compile results, and what pages need to be shown.
namespace tosaic::test {

std::shared_ptr<const model::Program> openProgram(const QString &path);
/// tests/fixtures/generated/<name>, program and compile result together.
void openFixture(ModelDocument &document, const QString &name);

/// Writes a picture of a widget when TOSAIC_PICTURES names a folder, so that a person can look.
void picture(QWidget &widget, const QString &name);

class PageTest : public testing::Test
{
protected:
    void SetUp() override;

    ModelDocument document;
    SelectionContext selection;
    views::Theme theme;
};

/// Fails the test on any complaint of QAbstractItemModelTester while it lives.
class ModelCheck
{
public:
    explicit ModelCheck(QAbstractItemModel &model);
    ~ModelCheck();

private:
    std::unique_ptr<QObject> m_tester;
};

template <typename Widget>
Widget *child(QObject &parent, const QString &name)
{
    auto *found = parent.findChild<Widget *>(name);
    EXPECT_NE(found, nullptr) << name.toStdString();
    return found;
}

} // namespace tosaic::test
