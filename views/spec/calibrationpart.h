// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "views/spec/formpart.h"

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace tosaic::views {

class PictureFields;

/// What the quantiser is calibrated with.
class CalibrationPart : public FormPart
{
    Q_OBJECT
public:
    explicit CalibrationPart(const Theme &theme, QWidget *parent = nullptr);

Q_SIGNALS:
    /// The files were looked for.
    void filesChecked();

protected:
    void load(const spec::CompileSpec &spec) override;
    QString summary(const spec::CompileSpec &spec) const override;

private:
    enum class Source
    {
        Examples,
        Random,
        Files,
        Pictures
    };
    void makeRandom();
    void makeFiles();
    void showSource(Source source);
    void changeTo(const spec::Calibration &calibration, const QString &key, bool isTyping);
    spec::Calibration shown() const;
    void chooseFiles();
    void removeFiles();
    void checkFiles(const QStringList &files);

    QComboBox *m_source;
    QWidget *m_random;
    QSpinBox *m_samples;
    QSpinBox *m_seed;
    QWidget *m_fileField;
    QListWidget *m_files;
    QPushButton *m_remove;
    QLabel *m_fileState;
    PictureFields *m_pictures;
    QStringList m_checked; ///< files that were looked for last
    JobSlot m_checkSlot;
};

} // namespace tosaic::views
