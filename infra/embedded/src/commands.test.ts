import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { runCommandLine } from './commands.ts';

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
