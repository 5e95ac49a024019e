// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/quantiserpart.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

enum CalibrationKind
{
    Examples,
    Random,
    Files
};

enum SchemeChoice
{
    SchemeDefault,
    SchemeSymmetric,
    SchemeNone
};

QWidget *rowOf(QWidget *parent, std::initializer_list<QWidget *> widgets)
{
    auto *row = new QWidget(parent);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    for (auto *widget : widgets)
        layout->addWidget(widget);
    layout->addStretch();
    return row;
}

} // namespace

QuantiserPart::QuantiserPart(const Theme &theme, QWidget *parent)
    : FormPart(tr("Quantise and delegate"), theme, parent), m_delegate(new QCheckBox(this)),
      m_scheme(new QComboBox(this)), m_activations(new QComboBox(this)),
      m_perChannel(new QCheckBox(this)), m_calibration(new QComboBox(this)),
      m_samples(new QSpinBox(this)), m_seed(new QSpinBox(this)), m_files(new QListWidget(this))
{
    setObjectName(u"quantiserPart"_s);
    m_delegate->setObjectName(u"specDelegate"_s);
    m_delegate->setText(tr("Give operators to the NPU"));
    addField(u"delegate"_s, tr("Delegate"), m_delegate);
    connect(m_delegate, &QCheckBox::toggled, this,
        [this](bool on) { change([on](spec::CompileSpec &s) { s.delegate = on; }); });
    makeQuantiser();
    makeCalibration();
}

void QuantiserPart::makeQuantiser()
{
    m_scheme->setObjectName(u"specScheme"_s);
    m_scheme->addItems(
        { tr("Symmetric int8 (default)"), tr("Symmetric"), tr("None: stays float") });
    addField(u"quantizer"_s, tr("Quantiser"), m_scheme);
    m_activations->setObjectName(u"specActivations"_s);
    m_activations->setAccessibleName(tr("Activations"));
    m_activations->addItem(u"int8"_s, u"int8"_s);
    m_activations->addItem(u"int16"_s, u"int16"_s);
    m_perChannel->setObjectName(u"specPerChannel"_s);
    m_perChannel->setText(tr("Weights per channel"));
    auto *activationRow = rowOf(this, { m_activations, m_perChannel });
    addField(u"quantizer.activations"_s, tr("Activations"), activationRow);
    connect(m_scheme, &QComboBox::activated, this, [this](int choice) {
        change([choice](spec::CompileSpec &s) {
            if (choice == SchemeDefault)
                return s.quantizer.reset();
            auto quantizer = s.quantizer.value_or(spec::Quantizer());
            quantizer.scheme = choice == SchemeNone ? u"none"_s : u"symmetric"_s;
            s.quantizer = quantizer;
        });
    });
    connect(m_activations, &QComboBox::activated, this, [this] {
        changeQuantiser([type = m_activations->currentData().toString()](
                            spec::Quantizer &q) { q.activations = type; });
    });
    connect(m_perChannel, &QCheckBox::toggled, this,
        [this](bool on) { changeQuantiser([on](spec::Quantizer &q) { q.perChannel = on; }); });
}

void QuantiserPart::makeCalibration()
{
    m_calibration->setObjectName(u"specCalibration"_s);
    m_calibration->addItems(
        { tr("Example inputs of the model (default)"), tr("Random samples"), tr("Files (.npy)") });
    addField(u"calibration"_s, tr("Calibration"), m_calibration);
    m_samples->setObjectName(u"specSamples"_s);
    m_samples->setAccessibleName(tr("Samples"));
    m_samples->setRange(1, 100000);
    m_seed->setObjectName(u"specSeed"_s);
    m_seed->setAccessibleName(tr("Seed"));
    m_seed->setRange(0, 1000000000);
    m_random = rowOf(this, { m_samples, new QLabel(tr("samples, seed"), this), m_seed });
    addField(u"calibration.random"_s, {}, m_random);
    m_files->setObjectName(u"specFiles"_s);
    m_files->setAccessibleName(tr("Calibration files"));
    m_files->setFixedHeight(72);
    auto *add = new QPushButton(tr("Add…"), this);
    add->setObjectName(u"specAddFiles"_s);
    auto *remove = new QPushButton(tr("Remove"), this);
    remove->setObjectName(u"specRemoveFiles"_s);
    m_fileRow = new QWidget(this);
    auto *layout = new QHBoxLayout(m_fileRow);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_files, 1);
    auto *buttons = new QVBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(remove);
    buttons->addStretch();
    layout->addLayout(buttons);
    addField(u"calibration.files"_s, {}, m_fileRow);
    connect(m_calibration, &QComboBox::activated, this, &QuantiserPart::changeCalibration);
    connect(m_samples, &QSpinBox::valueChanged, this, &QuantiserPart::changeCalibration);
    connect(m_seed, &QSpinBox::valueChanged, this, &QuantiserPart::changeCalibration);
    connect(add, &QPushButton::clicked, this, &QuantiserPart::addFiles);
    connect(remove, &QPushButton::clicked, this, [this] {
        qDeleteAll(m_files->selectedItems());
        changeCalibration();
    });
}

void QuantiserPart::changeQuantiser(const std::function<void(spec::Quantizer &)> &edit)
{
    change([edit](spec::CompileSpec &s) {
        auto quantizer = s.quantizer.value_or(spec::Quantizer());
        edit(quantizer);
        s.quantizer = quantizer;
    });
}

void QuantiserPart::changeCalibration()
{
    const int kind = m_calibration->currentIndex();
    spec::Calibration calibration{ .samples = m_samples->value(), .seed = m_seed->value() };
    if (kind == Files) {
        for (int i = 0; i < m_files->count(); ++i)
            calibration.files.append(m_files->item(i)->text());
        if (calibration.files.isEmpty()) { // nothing to say yet: the files come first
            setFieldVisible(u"calibration.random"_s, false);
            return setFieldVisible(u"calibration.files"_s, true);
        }
    }
    change([kind, calibration](spec::CompileSpec &s) {
        if (kind == Examples)
            s.calibration.reset();
        else
            s.calibration = calibration;
    });
}

void QuantiserPart::addFiles()
{
    auto *dialog = new QFileDialog(this, tr("Calibration files"), {}, tr("NumPy arrays (*.npy)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList &files) {
        m_files->addItems(files);
        changeCalibration();
    });
    dialog->open();
}

void QuantiserPart::load(const spec::CompileSpec &spec)
{
    m_delegate->setChecked(spec.delegate);
    const auto quantizer = spec.quantizer.value_or(spec::Quantizer());
    const bool isNone = quantizer.scheme == "none"_L1;
    m_scheme->setCurrentIndex(!spec.quantizer ? SchemeDefault
            : isNone                          ? SchemeNone
                                              : SchemeSymmetric);
    m_activations->setCurrentIndex(std::max(0, m_activations->findData(quantizer.activations)));
    m_perChannel->setChecked(quantizer.perChannel);
    m_activations->setEnabled(!isNone);
    m_perChannel->setEnabled(!isNone);
    const auto calibration = spec.calibration.value_or(spec::Calibration());
    const int kind = !spec.calibration      ? Examples
        : spec.calibration->files.isEmpty() ? Random
                                            : Files;
    m_calibration->setCurrentIndex(kind);
    m_samples->setValue(calibration.samples);
    m_seed->setValue(calibration.seed);
    setFieldVisible(u"calibration.random"_s, kind == Random);
    setFieldVisible(u"calibration.files"_s, kind == Files);
    if (kind == Files) {
        m_files->clear();
        m_files->addItems(calibration.files);
    }
}

} // namespace tosaic::views
