// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>

namespace tosaic {
class ModelDocument;
class ProfileDocument;
class SelectionContext;
}

namespace tosaic::views {

class Theme;

/// The commands of an Ethos-U command stream, grouped by the operation they belong to, with the
/// register state of the selected one. Follows and sets the one selection.
class DisassemblyPanel : public QWidget
{
    Q_OBJECT
public:
    DisassemblyPanel(ModelDocument &document, SelectionContext &selection, const Theme &theme,
        QWidget *parent = nullptr);
    ~DisassemblyPanel() override;

    /// Knows which operations of the NPU an operator of the model became; null: nobody does.
    void setProfile(const ProfileDocument *profile);

private:
    class Private;
    std::unique_ptr<Private> m;
};

} // namespace tosaic::views
