// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/environmentcatalogue.h"
#include "core/toolchain/environmentfolder.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain::discoverytests {

namespace {

constexpr int Patience = 30000; // ms, for a machine under load

/// A home full of environments, with programs that answer as Python would.
class Machine : public testing::Test
{
protected:
    void SetUp() override
    {
        places.home = root + u"/home"_s;
        QDir().mkpath(places.home);
        places.environment.clear();
    }

    static void write(const QString &path, const QByteArray &text)
    {
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.setPermissions(file.permissions() | QFileDevice::ExeOwner);
    }
    /// Tells Vela's version; notes that it was asked, and how many were asked at once.
    void python(const QString &path, const QByteArray &vela)
    {
        const auto notes = root.toUtf8();
        write(path,
            "#!/bin/sh\necho asked >> " + notes + "/asked\ntouch " + notes + "/now.$$\nls " + notes
                + " | grep -c '^now' >> " + notes + "/together\nsleep 0.2\nrm " + notes
                + "/now.$$\necho '{\"python\":\"3.11.2\",\"packages\":{\"ethos-u-vela\":\"" + vela
                + "\"}}'\n");
    }
    void virtualEnvironment(const QString &folder, const QByteArray &vela)
    {
        python(folder + u"/bin/python"_s, vela);
        QFile::link(u"python"_s, folder + u"/bin/python3"_s);
        write(folder + u"/pyvenv.cfg"_s, "home = /usr/bin\n");
        QDir().mkpath(folder + u"/lib/python3.11/site-packages"_s);
    }
    QString home(const QString &path) const { return places.home + u'/' + path; }
    QStringList found() const
    {
        QStringList list;
        for (const auto &candidate : discoverEnvironments(places))
            list.append(
                candidate.origin + u' ' + QDir(root).relativeFilePath(candidate.interpreter));
        return list;
    }
    QByteArray note(const QString &name) const
    {
        QFile file(root + u'/' + name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void refresh(EnvironmentCatalogue &catalogue)
    {
        bool isDone = false;
        QObject context;
        QObject::connect(
            &catalogue, &EnvironmentCatalogue::finished, &context, [&isDone] { isDone = true; });
        catalogue.refresh(places);
        ASSERT_TRUE(QTest::qWaitFor([&] { return isDone; }, Patience));
    }

    QString root = test::temporaryDir();
    DiscoveryPlaces places;
};

TEST_F(Machine, FindsEveryEnvironmentOnce)
{
    python(root + u"/usr/bin/python3.11"_s, "");
    QFile::link(u"python3.11"_s, root + u"/usr/bin/python3"_s);
    write(root + u"/usr/bin/python3-config"_s, "");
    python(root + u"/usr/bin/python3.12"_s, "");
    virtualEnvironment(home(u".virtualenvs/a"_s), "5.0.0");
    QDir().mkpath(home(u"venvs"_s));
    QFile::link(home(u".virtualenvs/a"_s), home(u"venvs/same"_s));
    virtualEnvironment(home(u"venvs/b"_s), "5.0.0");
    // A virtual environment's interpreter is a link to the one on PATH, yet another environment.
    QFile::remove(home(u"venvs/b/bin/python"_s));
    QFile::link(root + u"/usr/bin/python3.11"_s, home(u"venvs/b/bin/python"_s));
    python(home(u".pyenv/versions/3.10.1/bin/python"_s), "");
    python(home(u".pyenv/shims/python3"_s), "");
    python(home(u"miniconda3/bin/python"_s), "");
    python(home(u"miniconda3/envs/x/bin/python"_s), "");
    python(root + u"/opt/conda/bin/python"_s, "");
    write(home(u".conda/environments.txt"_s),
        (home(u"miniconda3/envs/x"_s) + u'\n' + root + u"/opt/conda\n/gone\n"_s).toUtf8());
    virtualEnvironment(root + u"/project/.venv"_s, "5.1.0");
    virtualEnvironment(root + u"/made"_s, "5.1.0");
    write(root + u"/half/"_s + QLatin1StringView(IncompleteMark), "");
    python(root + u"/half/bin/python"_s, "");
    places.beside = { root + u"/project"_s };
    places.made = { root + u"/made"_s, root + u"/half"_s };
    places.added = { root + u"/gone/python"_s };
    places.environment.insert(u"VIRTUAL_ENV"_s, home(u".virtualenvs/a"_s));
    places.environment.insert(u"PATH"_s,
        home(u".pyenv/shims"_s) + u':' + home(u"venvs/b/bin"_s) + u':' + root + u"/usr/bin:rel"_s);
    EXPECT_EQ(found(),
        (QStringList{ u"added gone/python"_s, u"created made/bin/python"_s,
            u"VIRTUAL_ENV home/.virtualenvs/a/bin/python"_s, u"beside project/.venv/bin/python"_s,
            u"virtualenv home/venvs/b/bin/python"_s, u"conda home/miniconda3/envs/x/bin/python"_s,
            u"conda opt/conda/bin/python"_s, u"conda home/miniconda3/bin/python"_s,
            u"pyenv home/.pyenv/versions/3.10.1/bin/python"_s, u"PATH usr/bin/python3"_s,
            u"PATH usr/bin/python3.12"_s }));
}

TEST_F(Machine, NothingAnywhereIsNoError)
{
    EXPECT_TRUE(found().isEmpty());
    EnvironmentCatalogue catalogue;
    refresh(catalogue);
    EXPECT_TRUE(catalogue.entries().empty());
    EXPECT_FALSE(catalogue.isBusy());
}

TEST_F(Machine, ProbesTwoAtATimeAndRemembers)
{
    for (const auto &[name, vela] : { std::pair(u"a"_s, "4.5.0"), std::pair(u"b"_s, "5.1.0"),
             std::pair(u"c"_s, "5.0.0"), std::pair(u"d"_s, "5.0.0"), std::pair(u"e"_s, "4.4.0") })
        virtualEnvironment(home(u"venvs/"_s + name), vela);
    write(home(u"venvs/broken/bin/python"_s), "#!/bin/sh\nexit 3\n");
    const auto cache = root + u"/cache/environments.json"_s;
    {
        EnvironmentCatalogue catalogue(cache);
        refresh(catalogue);
        EXPECT_EQ(catalogue.entries().size(), 6U);
        QStringList versions;
        for (const auto &one : catalogue.withVela())
            versions.append(one.version(u"ethos-u-vela"_s));
        EXPECT_EQ(
            versions, (QStringList{ u"5.1.0"_s, u"5.0.0"_s, u"5.0.0"_s, u"4.5.0"_s, u"4.4.0"_s }));
        EXPECT_TRUE(note(u"together"_s).contains('2')) << note(u"together"_s).constData();
        EXPECT_FALSE(note(u"together"_s).contains('3')) << note(u"together"_s).constData();
        EXPECT_EQ(note(u"asked"_s).count('\n'), 5);
    }
    // Another start of the program asks only what did not answer.
    EnvironmentCatalogue catalogue(cache);
    refresh(catalogue);
    EXPECT_EQ(note(u"asked"_s).count('\n'), 5);
    EXPECT_EQ(catalogue.withVela().size(), 5U);
    // An installation changes the folder of the packages.
    QFile packages(home(u"venvs/c/lib/python3.11/site-packages/new"_s));
    ASSERT_TRUE(packages.open(QIODevice::WriteOnly));
    packages.close();
    python(home(u"venvs/c/bin/python"_s), "5.2.0");
    refresh(catalogue);
    EXPECT_EQ(note(u"asked"_s).count('\n'), 6);
    EXPECT_EQ(catalogue.withVela().front().version(u"ethos-u-vela"_s), u"5.2.0"_s);
}

TEST_F(Machine, ADamagedCacheIsNoCache)
{
    virtualEnvironment(home(u"venvs/a"_s), "5.0.0");
    const auto cache = root + u"/environments.json"_s;
    write(cache, "{\"version\":1,\"environments\":{\"x\":5,");
    EnvironmentCatalogue catalogue(cache);
    refresh(catalogue);
    EXPECT_EQ(catalogue.withVela().size(), 1U);
}

TEST_F(Machine, OnlyWhatTosaicMadeIsRemoved)
{
    const auto theirs = home(u"venvs/theirs"_s);
    const auto ours = home(u"venvs/ours"_s);
    virtualEnvironment(theirs, "5.0.0");
    virtualEnvironment(ours, "5.0.0");
    ASSERT_TRUE(markAsMade(ours));
    QFile::link(theirs, ours + u"/lib/link"_s); // what a link leads to is not ours
    auto refused = removeEnvironment(theirs);
    ASSERT_TRUE(QTest::qWaitFor([&] { return refused.isFinished(); }, Patience));
    EXPECT_EQ(refused.result().error().code, ErrorCode::SpecInvalid);
    EXPECT_EQ(environmentDirOf(ours + u"/bin/python"_s), ours);
    EXPECT_TRUE(environmentDirOf(u"/usr/bin/python3"_s).isEmpty());
    auto removed = removeEnvironment(ours);
    ASSERT_TRUE(QTest::qWaitFor([&] { return removed.isFinished(); }, Patience));
    EXPECT_TRUE(removed.result());
    EXPECT_FALSE(QFileInfo::exists(ours));
    EXPECT_TRUE(QFileInfo::exists(theirs + u"/bin/python"_s));
}

TEST(EnvironmentRepair, NamesTheStepsInTheirOrder)
{
    const auto pins = readEnvironmentPins();
    ASSERT_TRUE(pins);
    ToolEnvironment environment{ .interpreter = u"/my env/bin/python"_s };
    environment.pythonVersion = u"3.11.2"_s;
    for (const auto &[package, version] : pins->versions)
        environment.versions[package] = version;
    EXPECT_TRUE(repairCommands(environment, *pins).isEmpty());
    environment.versions[u"torch"_s] = pins->versions.at(u"torch"_s) + u"+cpu"_s;
    EXPECT_TRUE(repairCommands(environment, *pins).isEmpty()) << "a build of the same release";
    environment.versions.erase(u"ethos-u-vela"_s);
    auto commands = repairCommands(environment, *pins);
    ASSERT_EQ(commands.size(), 1);
    EXPECT_EQ(commands[0], u"'/my env/bin/python' -m pip install 'executorch[ethos-u]==1.5.1'"_s);
    environment.versions[u"torch"_s] = u"2.0.0"_s;
    commands = repairCommands(environment, *pins);
    ASSERT_EQ(commands.size(), 2);
    EXPECT_TRUE(commands[0].contains(u"torch==2.13.0"_s)) << "torch first";
    environment.isExternallyManaged = true;
    commands = repairCommands(environment, *pins);
    ASSERT_EQ(commands.size(), 3);
    EXPECT_TRUE(commands[0].startsWith(u"'/my env/bin/python' -m venv "_s));
    environment.pythonVersion = u"3.8.1"_s;
    EXPECT_TRUE(repairCommands(environment, *pins)[0].startsWith(u"python3 -m venv "_s));
}

} // namespace

} // namespace tosaic::toolchain::discoverytests
