import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { runCommandLine, runOperatorCommand } from './commands.ts';

vi.mock(import('@onceover/postgres-server'), async (original) => ({
  ...(await original()),
  startPostgresServer: async () => ({
    address: { host: '127.0.0.1', port: 1, user: 'nobody', password: 'nothing', database: 'none' },
    isNew: false,
    pid: 0,
    [Symbol.asyncDispose]: () => Promise.reject(new Error('PostgreSQL does not stop.')),
  }),
}));

test.each([
  [
    'a bounce report that no database can take has the exit code that makes mail servers try again',
    ['mail', 'bounce'],
    75,
  ],
  ['any other command without a database fails', ['mail', 'allow', 'tom@example.com'], 1],
])('%s', async (_name, argv, code) => {
  expect(await runAt('postgres://nobody:nothing@127.0.0.1:1/none', argv)).toEqual({
    code,
    said: expect.stringContaining('ECONNREFUSED'),
  });
});

test.each([
  [['mail', 'bounce'], 75],
  [['mail', 'allow', 'tom@example.com'], 1],
])('%j: a database that does not stop changes no exit code, and hides nothing', async (argv, code) => {
  const { said, ...ended } = await runAt('', argv);
  expect(ended).toEqual({ code });
  expect(said).toContain('ECONNREFUSED');
  expect(said).toContain('PostgreSQL does not stop.');
});

/** Runs a command line with directories of its own; gives its exit code and what it said of a problem. */
async function runAt(databaseUrl: string, argv: readonly string[]) {
  const place = mkdtempSync(path.join(tmpdir(), 'onceover-command-'));
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const env = {
      ONCEOVER_DATABASE_URL: databaseUrl,
      ONCEOVER_DATA_DIR: path.join(place, 'data'),
      ONCEOVER_KEYS_DIR: path.join(place, 'keys'),
    };
    const code = await runCommandLine(argv, env);
    return { code, said: write.mock.calls.map(([text]) => String(text)).join('') };
  } finally {
    write.mockRestore();
    rmSync(place, { recursive: true, force: true });
  }
}

test.each([
  [[]],
  [['account']],
  [['accounts']],
  [['accounts', 'promote', 'tom@example.com']],
  [['accounts', 'make-colonel']],
  [['accounts', 'make-colonel', 'tom']],
  [['accounts', 'make-colonel', 'tom@example.com', '--loud']],
  [['accounts', 'grant-plan', 'tom@example.com', 'anonymous']],
  [['events']],
  [['events', 'state']],
  [['events', 'status', 'now']],
  [['events', 'skip', '--consumer', 'notifications.mail', '--event', '0']],
  [['events', 'skip', '--consumer', 'notifications.mail', '--event', '0', '--reason', 'So!']],
  [['events', 'dlq']],
  [['events', 'dlq', 'bury']],
  [['events', 'dlq', 'list', '--loud']],
  [['events', 'dlq', 'show', '--event', '0']],
  [['events', 'dlq', 'retry', '--consumer', 'notifications.mail']],
  [['events', 'dlq', 'discard', '--consumer', 'notifications.mail', '--event', '0']],
  [['events', 'replay', '--consumer', 'notifications.mail', '--from', '5']],
  [['events', 'replay', '--consumer', 'notifications.mail', '--from', 'beginning', '--to', 'yesterday-3']],
  [['rebuild', '--all']],
  [['rebuild', 'notifications.account_feed', 'notifications.mail']],
  [['audit']],
  [['audit', 'check']],
  [['audit', 'verify', '--trust', 'short']],
  [['audit', 'verify', '--against', '/nonexistent']],
  [['audit', 'verify-export', '--export', 'x']],
  [['audit', 'export']],
  [['audit', 'export', '--format', 'xml']],
  [['audit', 'export', '--format', 'csv', '--account', 'nina']],
  [['audit', 'export', '--format', 'csv', '--from', '5']],
  [['audit', 'recount', 'everything']],
  [['audit', 'checkpoints', '--loud']],
  [['mail']],
  [['mail', 'send']],
  [['mail', 'bounce', 'message.eml']],
  [['mail', 'allow', 'tom']],
  [['import']],
  [['import', 'onetime']],
  [['import', 'onetime', '127.0.0.1:6379']],
  [['import', 'onetime', 'redis://127.0.0.1:6379', '--apply', 'now']],
  [['import', 'onetime', 'redis://127.0.0.1:6379', '--layout', '0.17']],
  [['keys']],
  [['keys', 'state']],
  [['keys', 'status', 'now']],
  [['keys', 'confirm-loss', '--restore']],
  [['keys', 'confirm-move', '--force']],
  [['keys', 'rotate-kek', '2']],
  [['backup']],
  [['backup', 'make']],
  [['backup', 'create', 'now']],
  [['backup', 'create', '--keep', '0']],
  [['backup', 'verify']],
  [['backup', 'restore']],
  [['backup', 'restore', 'latest', '--moved']],
])('%j is not understood, and opens nothing', async (argv) => {
  const open = vi.fn(() => {
    throw new TypeError('not to be opened');
  });
  expect(await runOperatorCommand(argv, { config: open, open, write: () => undefined })).toBe(2);
  expect(open).not.toHaveBeenCalled();
});
