// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/environmentdiscovery.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

const std::array InterpreterNames{ u"bin/python"_s, u"bin/python3"_s };
constexpr qint64 LargestList = 256 * 1024; // bytes of ~/.conda/environments.txt

/// What two names of one environment have in common. The interpreter of a virtual environment is a
/// link to the one it was made from, so the environment's folder counts there, not the program.
QString identityOf(const QString &interpreter)
{
    const QFileInfo info(interpreter);
    QDir folder(info.absolutePath());
    if (folder.cdUp() && folder.exists(u"pyvenv.cfg"_s))
        return folder.canonicalPath();
    return info.canonicalFilePath();
}

class Discovery
{
public:
    explicit Discovery(const DiscoveryPlaces &places)
        : m_places(places), m_home(places.home.isEmpty() ? QDir::homePath() : places.home)
    {
        const auto root = variable("PYENV_ROOT");
        m_pyenv = root.isEmpty() ? QDir(m_home).filePath(u".pyenv"_s) : root;
    }

    std::vector<EnvironmentCandidate> find()
    {
        if (const auto named = variable("TOSAIC_PYTHON"); !named.isEmpty())
            addNamed(interpreterPath(named), u"TOSAIC_PYTHON"_s);
        for (const auto &interpreter : m_places.added)
            addNamed(interpreter, u"added"_s);
        for (const auto &folder : m_places.made) {
            if (!isIncomplete(folder))
                addEnvironment(folder, u"created"_s);
        }
        addEnvironment(variable("VIRTUAL_ENV"), u"VIRTUAL_ENV"_s);
        addEnvironment(variable("CONDA_PREFIX"), u"CONDA_PREFIX"_s);
        for (const auto &folder : m_places.beside) {
            for (const auto &names : interpretersBeside(folder)) {
                for (const auto &interpreter : names)
                    add(interpreter, u"beside"_s);
            }
        }
        const QDir home(m_home);
        for (const auto &name : { u".virtualenvs"_s, u"venvs"_s })
            addFolders(home.filePath(name), u"virtualenv"_s);
        addConda();
        addFolders(QDir(m_pyenv).filePath(u"versions"_s), u"pyenv"_s);
        addPath();
        return std::move(m_found);
    }

private:
    QString variable(const char *name) const
    {
        return m_places.environment.value(QString::fromLatin1(name));
    }

    void add(const QString &interpreter, const QString &origin)
    {
        if (m_found.size() >= CandidateLimit || !QFileInfo(interpreter).isExecutable()
            || QFileInfo(interpreter).isDir()
            || m_places.refused.contains(QDir::cleanPath(interpreter)))
            return;
        const auto identity = identityOf(interpreter);
        if (identity.isEmpty() || m_identities.contains(identity))
            return;
        m_identities.insert(identity);
        m_found.push_back({ QDir::cleanPath(interpreter), origin });
    }

    /// Named by the user: listed even if it is gone, so that its problem is told.
    void addNamed(const QString &interpreter, const QString &origin)
    {
        if (QFileInfo(interpreter).isExecutable())
            return add(interpreter, origin);
        if (m_found.size() < CandidateLimit)
            m_found.push_back({ interpreter, origin });
    }

    void addEnvironment(const QString &folder, const QString &origin)
    {
        if (folder.isEmpty())
            return;
        for (const auto &name : InterpreterNames)
            add(QDir(folder).filePath(name), origin);
    }

    void addFolders(const QString &parent, const QString &origin)
    {
        const auto names = QDir(parent).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
        for (const auto &name : names)
            addEnvironment(QDir(parent).filePath(name), origin);
    }

    void addConda()
    {
        const QDir home(m_home);
        QFile list(home.filePath(u".conda/environments.txt"_s));
        if (list.open(QIODevice::ReadOnly)) {
            for (const auto &line : list.read(LargestList).split('\n'))
                addEnvironment(QString::fromUtf8(line.trimmed()), u"conda"_s);
        }
        QStringList roots;
        for (const auto &name :
            { u"miniconda3"_s, u"anaconda3"_s, u"miniforge3"_s, u"mambaforge"_s, u"micromamba"_s })
            roots.append(home.filePath(name));
        roots.append(variable("MAMBA_ROOT_PREFIX"));
        for (const auto &root : roots) {
            if (root.isEmpty())
                continue;
            addEnvironment(root, u"conda"_s);
            addFolders(QDir(root).filePath(u"envs"_s), u"conda"_s);
        }
    }

    /// pyenv's shims are scripts that start one of its versions, which are listed themselves.
    void addPath()
    {
        static const QRegularExpression python(u"^python3(\\.[0-9]+)?$"_s);
        const auto shims = QDir(m_pyenv).filePath(u"shims"_s);
        for (const auto &folder : variable("PATH").split(u':', Qt::SkipEmptyParts)) {
            if (QDir::cleanPath(folder) == QDir::cleanPath(shims) || !QDir::isAbsolutePath(folder))
                continue;
            const auto names
                = QDir(folder).entryList({ u"python3"_s, u"python3.*"_s }, QDir::Files, QDir::Name);
            for (const auto &name : names) {
                if (python.match(name).hasMatch())
                    add(QDir(folder).filePath(name), u"PATH"_s);
            }
        }
    }

    const DiscoveryPlaces &m_places;
    QString m_home;
    QString m_pyenv;
    std::vector<EnvironmentCandidate> m_found;
    QSet<QString> m_identities;
};

} // namespace

std::vector<QStringList> interpretersBeside(const QString &folder)
{
    std::vector<QStringList> environments;
    for (const auto &environment : { u".venv"_s, u"venv"_s }) {
        QStringList names;
        for (const auto &name : InterpreterNames) {
            const auto path
                = QDir::cleanPath(QDir(folder).absoluteFilePath(environment + u'/' + name));
            if (QFileInfo(path).isExecutable())
                names << path;
        }
        if (!names.isEmpty())
            environments.push_back(names);
    }
    return environments;
}

std::vector<EnvironmentCandidate> discoverEnvironments(const DiscoveryPlaces &places)
{
    return Discovery(places).find();
}

} // namespace tosaic::toolchain
