-- SPDX-FileCopyrightText: Tosaic contributors
-- SPDX-License-Identifier: GPL-3.0-or-later
-- A workspace as version 2 wrote it. Never edit: it is what users have on their disks.
BEGIN TRANSACTION;
CREATE TABLE artefacts (
    id INTEGER PRIMARY KEY,
    job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    relative_path TEXT NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    size INTEGER NOT NULL CHECK (size >= 0),
    partition INTEGER,
    blob_id INTEGER REFERENCES blobs (id)
, removed TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "artefacts" VALUES(1,1,'pte','/out/job1/mv2.pte','mv2.pte','1310ca2c8932dbd118668bd97442558a3e1f546b5e15c69699dfbd6024f548d8',7,NULL,1,'');
INSERT INTO "artefacts" VALUES(2,1,'vela-npz','/out/job1/partition0/vela.npz','partition0/vela.npz','d35c416a85b807e9b5384915d6ebb4a9f7352713efd89857b45a242f473728a9',5000000,0,NULL,'');
CREATE TABLE blobs (
    id INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE CHECK (length(sha256) = 64),
    bytes BLOB NOT NULL
) STRICT;
INSERT INTO "blobs" VALUES(1,'1310ca2c8932dbd118668bd97442558a3e1f546b5e15c69699dfbd6024f548d8',X'70726F6772616D');
CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('running', 'succeeded', 'failed', 'cancelled')),
    started TEXT NOT NULL,
    ended TEXT NOT NULL,
    source_name TEXT NOT NULL,
    source_sha256 TEXT NOT NULL,
    folder TEXT NOT NULL,
    spec TEXT NOT NULL,
    resolved_spec TEXT NOT NULL,
    tools TEXT NOT NULL,
    log TEXT NOT NULL
, action TEXT NOT NULL DEFAULT '', interpreter TEXT NOT NULL DEFAULT '', exit_code INTEGER, stages TEXT NOT NULL DEFAULT '[]', bundle TEXT NOT NULL DEFAULT '', summary TEXT NOT NULL DEFAULT '{}', name TEXT NOT NULL DEFAULT '', pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1))) STRICT;
INSERT INTO "jobs" VALUES(1,'executorch','succeeded','2026-01-02T03:04:05.678Z','2026-01-02T03:05:05.000Z','mv2.py','41cf6794ba4200b839c53531555f0f3998df4cbb01a4d5cb0b94e3ca5e23947d','/out/job1','{"target":"ethos-u55-128"}','{"target":"ethos-u55-128","memoryMode":"Shared_Sram"}','{"vela":"5.1.0"}','log','compile','',0,'[]','','{}','kept',1);
CREATE TABLE layouts (
    id INTEGER PRIMARY KEY,
    subject TEXT NOT NULL UNIQUE,
    state BLOB NOT NULL
) STRICT;
CREATE TABLE models (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    size INTEGER NOT NULL CHECK (size >= 0),
    blob_id INTEGER REFERENCES blobs (id),
    added TEXT NOT NULL,
    UNIQUE (path, sha256)
) STRICT;
INSERT INTO "models" VALUES(1,'/models/mv2.pte','1310ca2c8932dbd118668bd97442558a3e1f546b5e15c69699dfbd6024f548d8',7,1,'2026-01-02T03:04:05.678Z');
CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    written TEXT NOT NULL
, changed TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "notes" VALUES(1,'','kept','2026-01-02T03:06:05.000Z','');
CREATE TABLE payloads (
    id INTEGER PRIMARY KEY,
    job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    partition INTEGER NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64)
) STRICT;
INSERT INTO "payloads" VALUES(1,1,0,'d35c416a85b807e9b5384915d6ebb4a9f7352713efd89857b45a242f473728a9');
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    console BLOB NOT NULL,
    summary TEXT NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('', 'est', 'fvp', 'board', 'this-machine')),
    model_sha256 TEXT NOT NULL,
    npu_clock_hz INTEGER,
    imported TEXT NOT NULL
, console_sha256 TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "runs" VALUES(1,'run',X'636F6E736F6C650A','{"family":"other"}','fvp','',NULL,'2026-01-02T03:06:05.000Z','eb0b8cca2931c66961a090aefc2fa8a15f064957937f8b3f1041c9d8f71d6be2');
INSERT INTO "runs" VALUES(2,'estimate',X'','{}','est','1310ca2c8932dbd118668bd97442558a3e1f546b5e15c69699dfbd6024f548d8',500000000,'2026-02-03T04:05:06.000Z','e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
CREATE TABLE settings (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    value TEXT NOT NULL
) STRICT;
INSERT INTO "settings" VALUES(1,'board','E7');
CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) IN (0, 64)),
    size INTEGER NOT NULL CHECK (size >= 0)
) STRICT;
INSERT INTO "sources" VALUES(1,1,'model','/models/mv2.py','41cf6794ba4200b839c53531555f0f3998df4cbb01a4d5cb0b94e3ca5e23947d',7);
CREATE TABLE spec_versions (
    id INTEGER PRIMARY KEY,
    spec_id INTEGER NOT NULL REFERENCES specs (id) ON DELETE CASCADE,
    spec TEXT NOT NULL,
    saved TEXT NOT NULL
) STRICT;
INSERT INTO "spec_versions" VALUES(1,1,'{"target":"ethos-u55-128"}','2026-01-02T03:04:05.678Z');
CREATE TABLE specs (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    spec TEXT NOT NULL,
    saved TEXT NOT NULL
) STRICT;
INSERT INTO "specs" VALUES(1,'fast','{"target":"ethos-u55-128"}','2026-01-02T03:04:05.678Z');
CREATE INDEX artefacts_of_job ON artefacts (job_id);
CREATE INDEX versions_of_spec ON spec_versions (spec_id);
CREATE INDEX sources_of_job ON sources (job_id);
CREATE INDEX artefacts_by_content ON artefacts (sha256);
CREATE INDEX payloads_of_job ON payloads (job_id);
CREATE INDEX payloads_by_content ON payloads (sha256);
COMMIT;
PRAGMA application_id = 1953461089;
PRAGMA user_version = 2;
