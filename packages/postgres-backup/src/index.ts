export { ForeignArchive, unpack } from './archive.ts';
export { type BaseBackup, takeBaseBackup } from './base-backup.ts';
export { ensureRoles, isEmptyDatabase, readEveryTable, rolesOf, type TableFacts } from './database-facts.ts';
export { dumpDatabase, PostgresToolFailed, readDumpContents, requireTool, restoreDump } from './tools.ts';
export { type FileFacts, readFacts } from './write-file.ts';
