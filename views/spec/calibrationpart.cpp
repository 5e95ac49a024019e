// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/calibrationpart.h"

#include "views/spec/fieldnote.h"
#include "views/spec/picturefields.h"
#include "views/widgets/building.h"
#include "views/widgets/filedialog.h"

#include <QAction>
#include <QComboBox>
#include <QFileInfo>
#include <QListWidget>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int FilesShown = 4;
}

CalibrationPart::CalibrationPart(const Theme &theme, QWidget *parent)
    : FormPart(tr("Calibrate"), theme, parent), m_source(new QComboBox(this)),
      m_random(new QWidget(this)), m_samples(new QSpinBox(this)), m_seed(new QSpinBox(this)),
      m_fileField(new QWidget(this)), m_files(new QListWidget(this)),
      m_remove(new QPushButton(tr("Remove"), this)), m_fileState(explanation({}, this)),
      m_pictures(new PictureFields(this))
{
    setObjectName(u"calibrationPart"_s);
    m_source->setObjectName(u"specCalibration"_s);
    m_source->addItems({ tr("Example inputs of the model (default)"), tr("Random samples"),
        tr("Files (.npy, .npz)"), tr("A folder of pictures") });
    addField(u"calibration"_s, tr("Calibrate with"), m_source);
    makeRandom();
    makeFiles();
    addField(u"calibration.images"_s, {}, m_pictures, Reset::None);
    connect(m_pictures, &PictureFields::edited, this,
        [this](const QString &key, bool isTyping) { changeTo(shown(), key, isTyping); });
    connect(m_source, &QComboBox::activated, this, [this](int index) {
        const auto source = static_cast<Source>(index);
        if (source == Source::Examples)
            return change(u"calibration"_s, [](spec::CompileSpec &s) { s.calibration.reset(); });
        auto calibration = shown();
        if (source != Source::Files)
            calibration.files.clear();
        if (source != Source::Pictures)
            calibration.images = {};
        const bool saysNothing
            = source == Source::Pictures ? !calibration.hasImages() : calibration.isRandom();
        if (source != Source::Random && saysNothing) // its fields come first
            return showSource(source);
        changeTo(calibration, u"calibration"_s, false);
    });
}

void CalibrationPart::makeRandom()
{
    named(m_samples, u"specSamples"_s, tr("Samples"));
    m_samples->setRange(1, spec::LargestSampleCount);
    named(m_seed, u"specSeed"_s, tr("Seed"));
    m_seed->setRange(0, 1000000000);
    makeRow(
        m_random, { m_samples, new QLabel(tr("samples, seed"), m_random), m_seed, stretch() }, 8);
    m_random->setFocusProxy(m_samples);
    addField(u"calibration.samples"_s, {}, m_random, Reset::None);
    for (auto *box : { m_samples, m_seed })
        connect(box, &QSpinBox::valueChanged, this, [this, box] {
            changeTo(
                shown(), box == m_seed ? u"calibration.seed"_s : u"calibration.samples"_s, true);
        });
}

void CalibrationPart::makeFiles()
{
    named(m_files, u"specFiles"_s, tr("Calibration files"));
    m_files->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_files->setTextElideMode(Qt::ElideMiddle);
    m_files->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_files->setFixedHeight(FilesShown * (fontMetrics().height() + 6) + 4);
    auto *add = named(
        new QPushButton(tr("Add…"), m_fileField), u"specAddFiles"_s, tr("Add calibration files"));
    named(m_remove, u"specRemoveFiles"_s, tr("Remove the selected calibration files"));
    m_fileState->setObjectName(u"specFileState"_s);
    auto *buttons = makeRow(nullptr, { { m_fileState, 1 }, add, m_remove }, 4);
    makeColumn(m_fileField, { m_files, buttons }, 4);
    m_fileField->setFocusProxy(m_files);
    addField(u"calibration.files"_s, {}, m_fileField, Reset::None);
    auto *remove = new QAction(tr("Remove"), m_files);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    m_files->addAction(remove);
    connect(remove, &QAction::triggered, this, &CalibrationPart::removeFiles);
    connect(add, &QPushButton::clicked, this, &CalibrationPart::chooseFiles);
    connect(m_remove, &QPushButton::clicked, this, &CalibrationPart::removeFiles);
    connect(m_files, &QListWidget::itemSelectionChanged, this,
        [this] { m_remove->setEnabled(!m_files->selectedItems().isEmpty()); });
    m_remove->setEnabled(false);
}

void CalibrationPart::showSource(Source source)
{
    m_source->setCurrentIndex(static_cast<int>(source));
    setFieldVisible(u"calibration.samples"_s, source == Source::Random);
    setFieldVisible(u"calibration.files"_s, source == Source::Files);
    setFieldVisible(u"calibration.images"_s, source == Source::Pictures);
}

spec::Calibration CalibrationPart::shown() const
{
    spec::Calibration calibration{ .images = m_source->currentIndex() == int(Source::Pictures)
            ? m_pictures->shown()
            : spec::CalibrationImages(),
        .samples = m_samples->value(),
        .seed = m_seed->value() };
    if (calibration.hasImages())
        return calibration;
    for (int i = 0; i < m_files->count(); ++i)
        calibration.files << m_files->item(i)->data(Qt::UserRole).toString();
    return calibration;
}

void CalibrationPart::changeTo(
    const spec::Calibration &calibration, const QString &key, bool isTyping)
{
    const auto edit = [calibration](spec::CompileSpec &s) { s.calibration = calibration; };
    if (isTyping)
        changeTyping(key, edit);
    else
        change(key, edit);
}

void CalibrationPart::chooseFiles()
{
    auto *dialog
        = named(newFileDialog(this, tr("Calibration files"), {}, tr("NumPy arrays (*.npy *.npz)")),
            u"calibrationDialog"_s);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList &files) {
        auto calibration = shown();
        calibration.files << files;
        changeTo(calibration, u"calibration.files"_s, false);
    });
    dialog->open();
}

void CalibrationPart::removeFiles()
{
    auto calibration = shown();
    for (int row = m_files->count() - 1; row >= 0; --row) {
        if (m_files->item(row)->isSelected())
            calibration.files.removeAt(row);
    }
    changeTo(calibration, u"calibration.files"_s, false);
}

/// In the background, because a path may be on a slow network.
void CalibrationPart::checkFiles(const QStringList &files)
{
    if (files == m_checked)
        return;
    m_checked = files;
    if (files.isEmpty())
        return m_checkSlot.cancel();
    m_checkSlot.start(
        tr("Looking for calibration files"),
        [files](const JobControl &control) -> Result<QList<bool>> {
            QList<bool> found;
            for (const auto &file : files) {
                if (control.isCancelled())
                    return fail(ErrorCode::Cancelled, {});
                found << QFileInfo(file).isFile();
            }
            return found;
        },
        [this](const Result<QList<bool>> &found) {
            if (!found)
                return;
            for (int row = 0; row < m_files->count() && row < found->size(); ++row) {
                auto *item = m_files->item(row);
                const auto path = item->data(Qt::UserRole).toString();
                const bool isThere = found->at(row);
                item->setText(isThere ? path : tr("Not found: %1").arg(path));
                item->setIcon(QIcon::fromTheme(
                    isThere ? u"text-x-generic"_s : severityIcon(Severity::Error)));
            }
            const auto missing = static_cast<int>(found->count(false));
            m_fileState->setText(missing == 0
                    ? tr("%n file(s), all there", nullptr, static_cast<int>(found->size()))
                    : tr("%n file(s) not found", nullptr, missing));
            Q_EMIT filesChecked();
        });
}

void CalibrationPart::load(const spec::CompileSpec &spec)
{
    const auto calibration = spec.calibration.value_or(spec::Calibration());
    m_samples->setValue(calibration.samples);
    m_seed->setValue(calibration.seed);
    m_pictures->show(calibration.images);
    showSource(!spec.calibration      ? Source::Examples
            : calibration.hasImages() ? Source::Pictures
            : calibration.isRandom()  ? Source::Random
                                      : Source::Files);
    if (shown().files == calibration.files)
        return;
    m_files->clear();
    for (const auto &file : calibration.files) {
        auto *item = new QListWidgetItem(file, m_files);
        item->setData(Qt::UserRole, file);
        item->setToolTip(file);
    }
    m_fileState->clear();
    checkFiles(calibration.files);
}

QString CalibrationPart::summary(const spec::CompileSpec &spec) const
{
    if (!spec.calibration)
        return tr("Example inputs of the model");
    if (!spec.calibration->files.isEmpty())
        return tr("%n file(s)", nullptr, static_cast<int>(spec.calibration->files.size()));
    if (spec.calibration->hasImages())
        return tr("Pictures of %1").arg(spec.calibration->images.folder);
    return tr("%n random sample(s), seed %1", nullptr, spec.calibration->samples)
        .arg(spec.calibration->seed);
}

} // namespace tosaic::views
