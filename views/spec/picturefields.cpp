// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/picturefields.h"

#include "views/widgets/building.h"
#include "views/widgets/filedialog.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace tosaic::views {

PictureFields::PictureFields(QWidget *parent)
    : QWidget(parent), m_folder(line(u"calibration.images.folder"_s, u"specImageFolder"_s,
                           tr("Folder of pictures"), tr("Folder, from the model's on"))),
      m_mean(line(u"calibration.images.mean"_s, u"specImageMean"_s, tr("Mean of each channel"),
          tr("nothing"))),
      m_deviation(line(u"calibration.images.std"_s, u"specImageStd"_s,
          tr("Standard deviation of each channel"), tr("1"))),
      m_order(named(new QComboBox(this), u"specImageOrder"_s, tr("Order of the channels"))),
      m_resize(named(
          new QSpinBox(this), u"specImageResize"_s, tr("Short side before the middle is cut out")))
{
    m_order->addItems({ tr("RGB"), tr("BGR") });
    m_resize->setRange(0, spec::LargestPictureSide);
    m_resize->setSpecialValueText(tr("Stretched to the input"));
    m_resize->setSuffix(tr(" px, then cut"));
    auto *choose = named(new QPushButton(tr("Choose…"), this), u"specImageChoose"_s,
        tr("Choose the folder of pictures"));
    auto *imageNet = named(new QPushButton(tr("As ImageNet"), this), u"specImageNet"_s,
        tr("Mean, deviation and size that models trained on ImageNet expect"));
    auto *rows = new QGridLayout;
    rows->setContentsMargins({});
    rows->setSpacing(4);
    rows->setColumnStretch(1, 1);
    rows->addWidget(new QLabel(tr("0 to 1, less"), this), 0, 0);
    rows->addWidget(m_mean, 0, 1);
    rows->addWidget(new QLabel(tr("divided by"), this), 1, 0);
    rows->addWidget(m_deviation, 1, 1);
    rows->addWidget(m_order, 2, 0);
    rows->addWidget(m_resize, 2, 1);
    m_resize->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred); // as high as its row
    makeColumn(this,
        { makeRow(nullptr, { { m_folder, 1 }, choose }, 4), rows,
            makeRow(nullptr, { imageNet, stretch() }, 4) },
        4);
    setFocusProxy(m_folder);
    connect(choose, &QPushButton::clicked, this, &PictureFields::chooseFolder);
    connect(imageNet, &QPushButton::clicked, this, &PictureFields::takeImageNet);
    connect(m_order, &QComboBox::activated, this,
        [this] { Q_EMIT edited(u"calibration.images.order"_s, false); });
    connect(m_resize, &QSpinBox::valueChanged, this,
        [this] { Q_EMIT edited(u"calibration.images.resize"_s, true); });
}

QLineEdit *PictureFields::line(
    const QString &key, const QString &name, const QString &title, const QString &placeholder)
{
    auto *edit = named(new QLineEdit(this), name, title);
    edit->setPlaceholderText(placeholder);
    connect(edit, &QLineEdit::textEdited, this, [this, key] { Q_EMIT edited(key, true); });
    return edit;
}

void PictureFields::show(const spec::CalibrationImages &images)
{
    const QSignalBlocker blocker(this);
    const auto set = [](QLineEdit *edit, const QString &text) {
        if (edit->text() != text)
            edit->setText(text);
    };
    set(m_folder, images.folder);
    set(m_mean, images.mean);
    set(m_deviation, images.deviation);
    m_order->setCurrentIndex(images.order == "bgr"_L1 ? 1 : 0);
    m_resize->setValue(images.resize);
}

spec::CalibrationImages PictureFields::shown() const
{
    return { m_folder->text(), m_mean->text(), m_deviation->text(),
        m_order->currentIndex() == 1 ? u"bgr"_s : u"rgb"_s, m_resize->value() };
}

void PictureFields::chooseFolder()
{
    auto *dialog = named(
        newFileDialog(this, tr("Folder of pictures"), m_folder->text()), u"imageFolderDialog"_s);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &folder) {
        m_folder->setText(folder);
        Q_EMIT edited(u"calibration.images.folder"_s, false);
    });
    dialog->open();
}

/// torchvision's presets for classification.
void PictureFields::takeImageNet()
{
    constexpr int ShortSide = 256;
    auto images = shown();
    images.mean = u"0.485,0.456,0.406"_s;
    images.deviation = u"0.229,0.224,0.225"_s;
    images.order = u"rgb"_s;
    images.resize = ShortSide;
    show(images);
    Q_EMIT edited(u"calibration.images"_s, false);
}

} // namespace tosaic::views
