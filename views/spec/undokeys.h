// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

namespace tosaic::views {

/// Leaves Ctrl+Z and Ctrl+Shift+Z of a field to the window, where they take back an edit of the
/// spec, instead of letting the field undo its own text.
class UndoKeys : public QObject
{
    Q_OBJECT
public:
    /// `keepsOwn`: asked at every key whether the field is to act on its own text just now.
    explicit UndoKeys(QObject *parent, std::function<bool()> keepsOwn = {});

    /// The widget and all text fields in it.
    void watch(QWidget *widget);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    std::function<bool()> m_keepsOwn;
};

} // namespace tosaic::views
