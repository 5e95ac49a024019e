// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A layout program that misbehaves as TOSAIC_FAKE_LAYOUT says; only for tests.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include <csignal>

int main()
{
    const char *variable = std::getenv("TOSAIC_FAKE_LAYOUT");
    const std::string mode = variable ? variable : "";
    if (mode == "stubborn")
        std::signal(SIGTERM, SIG_IGN);
    if (mode == "hang" || mode == "stubborn") {
        for (;;)
            std::this_thread::sleep_for(std::chrono::seconds(1));
    }
    (void)std::getchar(); // wait until something is asked
    if (mode == "crash")
        std::abort();
    if (mode == "exit")
        return 7;
    if (mode == "garbage")
        std::fputs("Segmentation fault? No: only garbage, and enough of it.", stdout);
    if (mode == "huge") // a correct header that promises 2^63 bytes
        std::fwrite("TSLY\1\0\0\0\2\0\0\0\0\0\0\0\0\0\0\x80", 1, 20, stdout);
    if (mode == "version")
        std::fwrite("TSLY\x63\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0", 1, 20, stdout);
    if (mode == "wrong") // an answer, but to another question: an empty drawing
        std::fwrite("TSLY\1\0\0\0\2\0\0\0\4\0\0\0\0\0\0\0\0\0\0\0", 1, 24, stdout);
    if (mode == "refuse")
        std::fwrite("TSLY\1\0\0\0\3\0\0\0\4\0\0\0\0\0\0\0nope", 1, 24, stdout);
    std::fflush(stdout);
    for (;;)
        std::this_thread::sleep_for(std::chrono::seconds(1));
}
