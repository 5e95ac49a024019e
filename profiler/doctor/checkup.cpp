// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/doctor/checkup.h"

#include "core/spec/specpython.h"
#include "core/toolchain/toolprocess.h"
#include "profiler/doctor/storecheck.h"
#include "profiler/targets/boardqueue.h"
#include "profiler/targets/fvpcommand.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSerialPortInfo>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using State = CheckedTool::State;

constexpr int CheckLimitMs = 20000;
constexpr qsizetype LongestOutput = 16 * 1024; // characters kept of what a program says

/// Of ExecuTorch's examples/arm/setup.sh, which brings toolchain and FVPs.
QStringList setupCommands(const QString &checkout)
{
    return { u"cd %1"_s.arg(checkout.isEmpty() ? u"executorch"_s : spec::shellQuoted(checkout)),
        u"examples/arm/setup.sh --i-agree-to-the-contained-eula"_s,
        u"source examples/arm/arm-scratch/setup_path.sh"_s };
}

/// The first that looks like a version in what a program printed.
QString versionIn(const QString &text)
{
    static const QRegularExpression number(u"\\d+\\.\\d+(\\.\\d+)*"_s);
    return number.match(text).captured();
}

CheckedTool compilersOf(const toolchain::ToolEnvironment &environment)
{
    CheckedTool tool{ .kind = u"compilers"_s,
        .name = environment.hasExecuTorch() ? u"ExecuTorch and Vela"_s
            : environment.hasVela()         ? u"Vela"_s
                                            : u"Python"_s,
        .path = environment.interpreter };
    QStringList versions;
    for (const auto &package : { u"executorch"_s, u"ethos-u-vela"_s, u"torch"_s }) {
        if (const auto version = environment.version(package); !version.isEmpty())
            versions.append(package + u' ' + version);
    }
    tool.version = versions.join(u", "_s);
    tool.check = spec::shellQuoted(environment.interpreter) + u" tosaic_probe.py"_s;
    QStringList notes;
    for (const auto &problem : environment.problems)
        notes.append(problem.text.section(u';', 0, 0).section(u'\n', 0, 0));
    tool.note = notes.join(u"; "_s);
    tool.state = environment.pythonVersion.isEmpty() ? State::Broken
        : !environment.hasVela()                     ? State::Missing
        : environment.problems.empty()               ? State::Fits
                                                     : State::Differs;
    if (tool.state == State::Fits)
        return tool;
    if (const auto pins = toolchain::readEnvironmentPins())
        tool.remedy = toolchain::repairCommands(environment, *pins);
    tool.license = u"ExecuTorch and PyTorch: BSD-3-Clause; Vela: Apache-2.0"_s;
    return tool;
}

/// Somebody chose or made it for this; what is only there is no fault.
bool isMeant(const QString &origin)
{
    return origin != u"pyenv"_s && origin != u"PATH"_s && origin != u"virtualenv"_s
        && origin != u"conda"_s;
}

QString useNote(const BoardUse &use)
{
    return u"in use "_s + useText(use);
}

CheckedTool serialPort(const QSerialPortInfo &port)
{
    const QFileInfo device(port.systemLocation());
    const bool isOpen = device.isReadable() && device.isWritable();
    const auto use = boardUse(port.systemLocation());
    return { .kind = u"serial"_s,
        .name = port.portName(),
        .state = isOpen       ? State::Fits
            : device.exists() ? State::Broken
                              : State::Missing,
        .path = port.systemLocation(),
        .note = use           ? useNote(*use)
            : isOpen          ? port.description()
            : device.exists() ? u"this user may not open it"_s
                              : u"it was unplugged"_s,
        .remedy = isOpen || !device.exists() ? QStringList()
                                             : QStringList{ u"sudo usermod -aG dialout $USER"_s } };
}

/// One row for all that nobody made for this: other environments have the compilers.
CheckedTool otherPythons(const QStringList &without)
{
    return { .kind = u"compilers"_s,
        .name = u"other Pythons"_s,
        .state = State::NotNeeded,
        .note = u"without Vela, and not needed: %1"_s.arg(without.join(u", "_s)) };
}

/// The one way to have something, where nothing is.
CheckedTool compilersToMake(const QStringList &without)
{
    CheckedTool none{ .kind = u"compilers"_s,
        .name = u"ExecuTorch and Vela"_s,
        .note = without.isEmpty()
            ? u"no Python environment of this machine has Vela"_s
            : u"no Python environment of this machine has Vela: %1"_s.arg(without.join(u", "_s)),
        .license = u"ExecuTorch and PyTorch: BSD-3-Clause; Vela: Apache-2.0"_s };
    if (const auto pins = toolchain::readEnvironmentPins())
        none.remedy = toolchain::creationCommands(*pins, toolchain::createdEnvironmentDir());
    return none;
}

} // namespace

QString stateText(State state)
{
    switch (state) {
    case State::Fits:
        return u"fits"_s;
    case State::Differs:
        return u"differs"_s;
    case State::Missing:
        return u"missing"_s;
    case State::Broken:
        return u"broken"_s;
    case State::NotNeeded:
        return u"not-needed"_s;
    }
    return {};
}

Checkup::Checkup(QObject *parent) : QObject(parent)
{
    connect(
        &m_catalogue, &toolchain::EnvironmentCatalogue::finished, this, &Checkup::takeEnvironments);
    connect(&m_probe, &toolchain::EnvironmentProbe::finished, this,
        [this](const toolchain::ToolEnvironment &environment) {
            const auto row = *std::exchange(m_again, std::nullopt);
            m_tools[row] = compilersOf(environment);
            Q_EMIT checkedAgain(static_cast<int>(row));
        });
}

Checkup::~Checkup() = default;

void Checkup::start(const Request &request)
{
    m_request = request;
    if (m_request.checkout.isEmpty())
        m_request.checkout = qEnvironmentVariable("EXECUTORCH_ROOT");
    if (const auto pins = toolchain::readEnvironmentPins()) {
        const auto pinned = pins->versions.find(u"executorch"_s);
        m_expectedExecuTorch = pinned == pins->versions.end() ? QString() : pinned->second;
    }
    m_catalogue.refresh(m_request.places);
}

void Checkup::takeEnvironments()
{
    if (!m_tools.empty())
        return; // told already
    QStringList without; // of the many Pythons of a machine, those that nobody made for this
    bool hasCompilers = false;
    for (const auto &[candidate, environment, isFromCache] : m_catalogue.entries()) {
        if (!environment)
            continue;
        hasCompilers = hasCompilers || environment->hasVela();
        if (environment->hasVela() || isMeant(candidate.origin))
            m_tools.push_back(compilersOf(*environment));
        else
            without.append(environment->interpreter);
    }
    if (!hasCompilers)
        m_tools.push_back(compilersToMake(without));
    else if (!without.isEmpty())
        m_tools.push_back(otherPythons(without));
    m_tools.push_back(checkout());
    addSerialPorts();
    askPrograms();
    ask();
}

CheckedTool Checkup::checkout() const
{
    const auto &folder = m_request.checkout;
    CheckedTool tool{ .kind = u"executorch"_s,
        .name = u"ExecuTorch checkout"_s,
        .path = folder,
        .note = u"builds the runner for FVPs and boards"_s };
    QFile file(QDir(folder).filePath(u"version.txt"_s));
    const bool isThere = !folder.isEmpty()
        && QFileInfo::exists(QDir(folder).filePath(u"backends/arm/scripts/run_fvp.sh"_s));
    if (isThere && file.open(QIODevice::ReadOnly))
        tool.version = QString::fromUtf8(file.read(64)).trimmed();
    const bool isSame = !tool.version.isEmpty() && tool.version.startsWith(m_expectedExecuTorch);
    tool.state = !isThere ? State::Missing : isSame ? State::Fits : State::Differs;
    if (isThere && !isSame)
        tool.note = u"the compilers are made for %1; a runner of another release may refuse their "
                    "programs"_s.arg(m_expectedExecuTorch);
    if (tool.state != State::Fits) {
        tool.remedy = { u"git clone --branch v%1 --recurse-submodules "
                        "https://github.com/pytorch/executorch"_s.arg(m_expectedExecuTorch),
            u"export EXECUTORCH_ROOT=$PWD/executorch"_s };
        tool.license = u"BSD-3-Clause"_s;
    }
    return tool;
}

void Checkup::addSerialPorts()
{
    const auto ports = QSerialPortInfo::availablePorts();
    for (const auto &port : ports)
        m_tools.push_back(serialPort(port));
    if (ports.isEmpty())
        m_tools.push_back({ .kind = u"serial"_s,
            .name = u"serial ports"_s,
            .note = u"none is there: plug a board in to read its console"_s });
    // Boards at the end of a network are known while somebody uses them.
    for (const auto &use : boardsInUse()) {
        const bool isPort = std::ranges::any_of(
            ports, [&](const QSerialPortInfo &port) { return port.systemLocation() == use.place; });
        if (!isPort)
            m_tools.push_back({ .kind = u"board"_s,
                .name = use.place,
                .state = State::Fits,
                .note = useNote(use) });
    }
}

void Checkup::askPrograms()
{
    const auto add
        = [this](CheckedTool tool, const QString &program, const QStringList &arguments) {
              m_questions.push_back({ std::move(tool), program, arguments });
          };
    add({ .kind = u"arm-toolchain"_s,
            .name = u"arm-none-eabi-gcc"_s,
            .note = u"compiles the runner"_s,
            .remedy = setupCommands(m_request.checkout),
            .license = u"GPL-3.0 with the GCC runtime exception"_s },
        u"arm-none-eabi-gcc"_s, { u"--version"_s });
    using Platform = FvpTarget::Platform;
    for (const auto platform :
        { Platform::Corstone300U55, Platform::Corstone300U65, Platform::Corstone320U85 }) {
        const auto &facts = factsOf(platform);
        add({ .kind = u"fvp"_s,
                .name = facts.program,
                .note = u"runs programs for %1 without a board"_s.arg(
                    facts.target(facts.macs.back()).section(u'-', 0, 1)),
                .remedy = setupCommands(m_request.checkout),
                .license = u"Arm's End User License Agreement for FVPs, to be accepted"_s },
            facts.program, { u"--version"_s });
    }
    const auto compilers = m_catalogue.withVela();
    const auto python = compilers.empty() ? u"python3"_s : compilers.front().interpreter;
    add({ .kind = u"cluster"_s,
            .name = u"Dask"_s,
            .note = u"sweeps on other machines"_s,
            .remedy = { spec::shellQuoted(python) + u" -m pip install 'dask[distributed]'"_s },
            .license = u"BSD-3-Clause"_s },
        python, { u"-c"_s, u"import distributed; print(distributed.__version__)"_s });
    add({ .kind = u"cluster"_s,
            .name = u"Slurm"_s,
            .note = u"sweeps in a queue of a cluster, with dask-jobqueue"_s,
            .remedy = { u"sudo apt-get install slurm-client"_s },
            .license = u"GPL-2.0"_s },
        u"sbatch"_s, { u"--version"_s });
}

/// A server may take seconds to be known as away.
void Checkup::askStore(const Take &take)
{
    m_storeSlot.start(
        {}, [address = m_request.store](const JobControl &) { return checkedStore(address); },
        [take](CheckedTool tool) { take(std::move(tool)); });
}

/// One after the other: each is a process.
void Checkup::ask()
{
    if (m_questions.empty()) {
        askStore([this](CheckedTool store) {
            m_tools.push_back(std::move(store));
            Q_EMIT finished();
        });
        return;
    }
    const auto question = std::move(m_questions.front());
    m_questions.pop_front();
    run(question, [this, question](CheckedTool tool) {
        m_asked.emplace(m_tools.size(), question);
        m_tools.push_back(std::move(tool));
        ask();
    });
}

void Checkup::run(const Question &question, const Take &take)
{
    const auto found = QStandardPaths::findExecutable(question.program);
    if (found.isEmpty())
        return take(question.tool);
    m_output.clear();
    m_process = std::make_unique<toolchain::ToolProcess>();
    connect(m_process.get(), &toolchain::ToolProcess::lineRead, this, [this](const QString &line) {
        if (m_output.size() < LongestOutput)
            m_output += line + u'\n';
    });
    connect(m_process.get(), &toolchain::ToolProcess::finished, this, [this, question, take] {
        const auto process = std::move(m_process);
        take(answerOf(question, *process));
    });
    m_process->start(
        { .program = found, .arguments = question.arguments, .timeLimitMs = CheckLimitMs });
}

bool Checkup::checkAgain(std::size_t row)
{
    if (m_again || m_process || row >= m_tools.size())
        return false;
    const auto &tool = m_tools[row];
    if (tool.kind == "compilers"_L1 && !tool.path.isEmpty()) {
        m_again = row;
        m_probe.start({ tool.path, u"chosen"_s });
        return true;
    }
    const auto take = [this, row](CheckedTool found) {
        m_again.reset();
        m_tools[row] = std::move(found);
        Q_EMIT checkedAgain(static_cast<int>(row));
    };
    if (tool.kind == "store"_L1) {
        m_again = row;
        askStore(take);
        return true;
    }
    const auto takeLater = [this, take](const CheckedTool &found) {
        QMetaObject::invokeMethod(
            this, [take, found] { take(found); }, Qt::QueuedConnection);
    };
    const auto asked = m_asked.find(row);
    const bool isSerial = tool.kind == "serial"_L1 && !tool.path.isEmpty();
    if (asked == m_asked.end() && tool.kind != "executorch"_L1 && !isSerial)
        return false;
    m_again = row;
    if (asked == m_asked.end())
        takeLater(isSerial ? serialPort(QSerialPortInfo(tool.name)) : checkout());
    else if (QStandardPaths::findExecutable(asked->second.program).isEmpty())
        takeLater(asked->second.tool);
    else
        run(asked->second, take);
    return true;
}

CheckedTool Checkup::answerOf(const Question &question, const toolchain::ToolProcess &process) const
{
    auto tool = question.tool;
    QStringList words{ question.program };
    for (const auto &argument : question.arguments)
        words.append(spec::shellQuoted(argument));
    tool.check = words.join(u' ');
    tool.path = QStandardPaths::findExecutable(question.program);
    const bool succeeded
        = process.end() == toolchain::ToolProcess::End::Exited && process.exitCode() == 0;
    // Dask is asked for through a Python, which is there.
    const bool isAbsent = !succeeded && tool.name == u"Dask"_s;
    tool.state = succeeded ? State::Fits : isAbsent ? State::Missing : State::Broken;
    if (succeeded) {
        tool.version = versionIn(m_output);
        tool.remedy.clear();
        tool.license.clear();
    } else if (!isAbsent) {
        // What a program says last is why it gave up.
        const auto said = m_output.trimmed().section(u'\n', -1);
        const auto problem = process.problem(CheckLimitMs);
        tool.note = !problem ? said
            : said.isEmpty() ? problem->text
                             : u"%1: %2"_s.arg(problem->text, said);
        if (tool.kind == "cluster"_L1) { // it is installed, and lacks what its cluster has
            tool.remedy = { u"export SLURM_CONF=FILE"_s };
            tool.license.clear();
        }
    }
    return tool;
}

} // namespace tosaic::profile
