// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/target/hereform.h"

#include "views/widgets/building.h"

#include <QComboBox>
#include <QDoubleValidator>
#include <QFileInfo>
#include <QFormLayout>
#include <QSpinBox>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// As a shell takes it.
QString quoted(const QString &text)
{
    static const auto special = u" \t'\"$&;|<>()*?`\\"_s;
    const bool isPlain
        = std::ranges::none_of(text, [](QChar letter) { return special.contains(letter); });
    return isPlain ? text : u'\'' + QString(text).replace(u'\'', u"'\\''"_s) + u'\'';
}

QLineEdit *makeTolerance(QWidget *parent, const QString &name, const QString &accessibleName)
{
    auto *line = named(new QLineEdit(u"0"_s, parent), name, accessibleName);
    auto *validator = new QDoubleValidator(0, 1e300, -1, line);
    validator->setLocale(QLocale::c()); // as on the command line
    line->setValidator(validator);
    return line;
}

/// One number, or one a channel.
QLineEdit *makeChannels(
    QWidget *parent, const QString &name, const QString &accessibleName, const QString &placeholder)
{
    auto *line = named(new QLineEdit(parent), name, accessibleName);
    line->setPlaceholderText(placeholder);
    line->setToolTip(HereForm::tr("One number, or three with commas between, for channels that run "
                                  "from 0 to 1; bytes are taken as they are"));
    return line;
}

bool readPreprocessing(const QString &mean, const QString &deviation, Preprocessing &read)
{
    return readChannels(mean, read.mean) && readChannels(deviation, read.deviation)
        && std::ranges::count(read.deviation, 0.0) == 0;
}

} // namespace

HereForm::HereForm(QWidget *parent) : TargetForm(u"here"_s, tr("This machine, functional"), parent)
{
    m_program = new PathLine({ u"herePte"_s, tr("Program"),
                                 tr("Programs (*.pte *.bpte *.tflite *.npz);;All files (*)") },
        this);
    m_program->line().setPlaceholderText(tr("Open a .pte, or choose one"));
    m_method = makeChoice(this, u"hereMethod"_s, tr("Method"));
    m_method->setEditable(true);
    m_method->addItem(u"forward"_s);
    const auto arrays = tr("Arrays and pictures (*.npy *.npz *.png *.jpg *.jpeg);;All files (*)");
    m_inputs = new PathLine(
        { u"hereInputs"_s, tr("Inputs in their order"), arrays, PathLine::Kind::Files }, this);
    m_inputs->line().setPlaceholderText(tr("Random, from the seed"));
    m_mean = makeChannels(this, u"hereMean"_s, tr("Mean of pictures from 0 to 1"), u"0"_s);
    m_deviation
        = makeChannels(this, u"hereDeviation"_s, tr("What pictures are divided by"), u"1"_s);
    m_seed = makeNumber(this, u"hereSeed"_s, tr("Seed"), 0, 999'999'999);
    m_expected = new PathLine({ u"hereExpected"_s, tr("Expected outputs in their order"),
                                  tr("Arrays (*.npy);;All files (*)"), PathLine::Kind::Files },
        this);
    m_expected->line().setPlaceholderText(tr("None: the outputs are not judged"));
    m_absolute = makeTolerance(this, u"hereAbsolute"_s, tr("Absolute tolerance"));
    m_relative = makeTolerance(this, u"hereRelative"_s, tr("Relative tolerance"));
    m_labels = new PathLine(
        { u"hereLabels"_s, tr("Labels, one a line"), tr("Texts (*.txt);;All files (*)") }, this);
    m_labels->line().setPlaceholderText(tr("None"));
    auto *note = wrapped(named(new QLabel(this), u"hereNote"_s, {}, u"muted"_s));
    note->setText(tr("The NPU is simulated: every byte, no timing."));
    auto *tolerances = makeRow(
        nullptr, { { m_absolute, 1 }, new QLabel(tr("relative"), this), { m_relative, 1 } }, 6);
    auto *pictures = makeRow(nullptr,
        { new QLabel(tr("less"), this), { m_mean, 1 }, new QLabel(tr("divided by"), this),
            { m_deviation, 1 } },
        6);
    auto *form = makeForm(this);
    form->addRow(note);
    form->addRow(tr("Program"), m_program);
    form->addRow(tr("Method"), m_method);
    form->addRow(tr("Inputs"), m_inputs);
    form->addRow(tr("Pictures"), pictures);
    form->addRow(tr("Seed"), m_seed);
    form->addRow(tr("Expected"), m_expected);
    form->addRow(tr("Tolerance"), tolerances);
    form->addRow(tr("Labels"), m_labels);
    follow(m_program);
    follow(m_method);
    follow(m_inputs);
    follow(m_mean);
    follow(m_deviation);
    follow(m_seed, u"seed"_s);
    follow(m_expected);
    follow(m_absolute);
    follow(m_relative);
    follow(m_labels, u"labels"_s);
}

HereRequest HereForm::request() const
{
    Preprocessing pictures;
    static_cast<void>(readPreprocessing(m_mean->text(), m_deviation->text(), pictures));
    return { .program = m_program->path(),
        .method = m_method->currentText(),
        .inputFiles = m_inputs->paths(),
        .pictures = pictures,
        .seed = quint64(m_seed->value()),
        .expectedFiles = m_expected->paths(),
        .tolerance = { m_absolute->text().toDouble(), m_relative->text().toDouble() },
        .labelFile = m_labels->path() };
}

QString HereForm::commandLine() const
{
    const auto asked = request();
    if (asked.program.isEmpty())
        return {};
    QStringList words{ u"tosaic-cli run here"_s, quoted(asked.program) };
    const auto add = [&words](const QString &option, const QString &value) {
        words << option << quoted(value);
    };
    if (asked.method != "forward"_L1)
        add(u"--method"_s, asked.method);
    for (qsizetype i = 0; i < asked.inputFiles.size(); ++i)
        add(u"--input"_s, u"%1=%2"_s.arg(i).arg(asked.inputFiles[i]));
    if (!m_mean->text().isEmpty())
        add(u"--mean"_s, m_mean->text());
    if (!m_deviation->text().isEmpty())
        add(u"--std"_s, m_deviation->text());
    if (asked.seed != 0)
        add(u"--seed"_s, QString::number(asked.seed));
    for (qsizetype i = 0; i < asked.expectedFiles.size(); ++i)
        add(u"--expect"_s, u"%1=%2"_s.arg(i).arg(asked.expectedFiles[i]));
    if (asked.tolerance.absolute > 0)
        add(u"--atol"_s, m_absolute->text());
    if (asked.tolerance.relative > 0)
        add(u"--rtol"_s, m_relative->text());
    return words.join(u' ');
}

std::vector<Diagnostic> HereForm::problems() const
{
    const auto asked = request();
    std::vector<Diagnostic> problems;
    const auto add = [&problems](const QString &id, const QString &file) {
        problems.push_back({ id, Severity::Error, { .file = file }, {} });
    };
    if (!QFileInfo(asked.program).isFile())
        add(u"run.no-pte"_s, asked.program);
    for (const auto &file : asked.inputFiles + asked.expectedFiles) {
        if (!QFileInfo(file).isFile())
            add(u"run.no-input"_s, file);
    }
    if (!asked.labelFile.isEmpty() && !QFileInfo(asked.labelFile).isFile())
        add(u"run.no-input"_s, asked.labelFile);
    Preprocessing pictures;
    if (!readPreprocessing(m_mean->text(), m_deviation->text(), pictures))
        add(u"run.picture-numbers"_s, {});
    return problems;
}

void HereForm::setDefaults(const RunDefaults &defaults)
{
    m_program->line().setDefault(defaults.file);
    offerMethods(*m_method, defaults);
    Q_EMIT changed();
}

} // namespace tosaic::views
