// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QFormLayout;

namespace tosaic {
class SettingsStore;
}

namespace tosaic::shell {

/// The settings that have a face, rendered from their descriptors. A change is kept at once.
class SettingsDialog : public QDialog
{
    Q_OBJECT
public:
    explicit SettingsDialog(SettingsStore &settings, QWidget *parent = nullptr);

private:
    SettingsStore &m_settings;
};

} // namespace tosaic::shell
