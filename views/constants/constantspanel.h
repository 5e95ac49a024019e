// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>

namespace tosaic {
class JobList;
class ModelDocument;
class SelectionContext;
}

namespace tosaic::views {

class Theme;

/// The values of the selected tensor, where the file holds them: facts, statistics, histogram and a
/// table of values, stored and dequantised.
class ConstantsPanel : public QWidget
{
    Q_OBJECT
public:
    ConstantsPanel(ModelDocument &document, SelectionContext &selection, JobList &jobs,
        const Theme &theme, QWidget *parent = nullptr);
    ~ConstantsPanel() override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    class Private;
    std::unique_ptr<Private> m;
};

} // namespace tosaic::views
