// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>

namespace tosaic {
class ModelDocument;
}

namespace tosaic::views {

class Theme;

/// What the open file says about itself, section by section: facts and tables that can be filtered,
/// sorted and copied, with its problems on top. For formats without a page of their own.
class FilePage : public QWidget
{
    Q_OBJECT
public:
    FilePage(ModelDocument &document, const Theme &theme, QWidget *parent = nullptr);
    ~FilePage() override;

Q_SIGNALS:
    /// The empty page's button.
    void openRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    class Private;
    std::unique_ptr<Private> m;
};

} // namespace tosaic::views
