// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/specdocument.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/spec/specpage.h"

class QComboBox;

namespace tosaic::test {

/// A spec page on a spec, worked as a user does.
class SpecTest : public PageTest
{
protected:
    void SetUp() override;
    void TearDown() override;

    template <typename Widget>
    Widget *field(const QString &name)
    {
        return child<Widget>(page, name);
    }
    /// Opens the list and takes an entry by its value or text, or by its place.
    void choose(const QString &name, const QString &value);
    void pick(const QString &name, int index);
    void chooseTarget(const QString &target);
    /// Shows the fields of all parts.
    void unfold();
    /// A picture of the page when everything is in its place.
    void takePicture(const QString &name);

    SpecDocument spec;
    views::SpecPage page{ spec, theme };
};

/// Nothing in it is a default.
spec::CompileSpec fullSpec();

} // namespace tosaic::test
