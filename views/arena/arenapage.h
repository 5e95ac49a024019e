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

/// When each buffer of an arena is alive and where it lies: time across, address up. Shows the
/// planned buffers of each method and the regions of each command stream, with the operation that
/// needs most and what would lower it.
class ArenaPage : public QWidget
{
    Q_OBJECT
public:
    ArenaPage(ModelDocument &document, SelectionContext &selection, const Theme &theme,
        QWidget *parent = nullptr);
    ~ArenaPage() override;
    /// Leads from operators of the model to their operations; outlives the page.
    void setProfile(const ProfileDocument *profile); ///< never null

Q_SIGNALS:
    /// The empty page's button.
    void openRequested();

private:
    class Private;
    std::unique_ptr<Private> m;
};

} // namespace tosaic::views
