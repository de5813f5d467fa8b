import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { runCommandLine } from './commands.ts';

test.each([
  [
    'a bounce report that no database can take has the exit code that makes mail servers try again',
    ['mail', 'bounce'],
    75,
  ],
  ['any other command without a database fails', ['mail', 'allow', 'tom@example.com'], 1],
])('%s', async (_name, argv, code) => {
  const place = mkdtempSync(path.join(tmpdir(), 'onceover-command-'));
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const env = {
      ONCEOVER_DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none',
      ONCEOVER_DATA_DIR: path.join(place, 'data'),
      ONCEOVER_KEYS_DIR: path.join(place, 'keys'),
    };
    expect(await runCommandLine(argv, env)).toBe(code);
    expect(said).toHaveBeenCalled();
  } finally {
    said.mockRestore();
    rmSync(place, { recursive: true, force: true });
  }
});
