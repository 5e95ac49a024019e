// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/compilespec.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QSpinBox;

namespace tosaic::views {

/// A folder of pictures and what is done to each before the model sees it.
class PictureFields : public QWidget
{
    Q_OBJECT
public:
    explicit PictureFields(QWidget *parent = nullptr);

    /// Emits nothing.
    void show(const spec::CalibrationImages &images);
    spec::CalibrationImages shown() const;

Q_SIGNALS:
    /// `key` of SPEC.json; several fields at once: "calibration.images".
    void edited(const QString &key, bool isTyping);

private:
    QLineEdit *line(
        const QString &key, const QString &name, const QString &title, const QString &placeholder);
    void chooseFolder();
    void takeImageNet();

    QLineEdit *m_folder;
    QLineEdit *m_mean;
    QLineEdit *m_deviation;
    QComboBox *m_order;
    QSpinBox *m_resize;
};

} // namespace tosaic::views
