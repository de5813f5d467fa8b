import { globSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { runDoctor } from './doctor-command.ts';
import { look, ok, wrong } from './finding.ts';
import { type Check, runChecks } from './run-checks.ts';
import { screenOf } from './screen.ts';

const about = { version: '1.0.0', site: 'https://once.example', isTrial: false };
const plain = { columns: 80, colours: false };

async function run(argv: readonly string[], ...checks: readonly Check[]) {
  const lines: string[] = [];
  const open = async () => ({ ...about, checks });
  const code = await runDoctor(argv, { open, write: (line) => void lines.push(line), screen: plain });
  return { code, lines };
}

const good: Check = { name: 'disk', look: async () => ok('72 GB free') };
const doubtful: Check = { name: 'backups', look: async () => look('none', 'npm run backup', 'Backup and restore') };
const bad: Check = { name: 'email', look: async () => wrong('cannot be reached') };

test.each([
  ['in order', [good], 0],
  ['worth a look', [good, doubtful], 0],
  ['wrong', [good, doubtful, bad], 1],
])('what is %s', async (_name, checks, code) => {
  expect((await run([], ...checks)).code).toBe(code);
  expect((await run(['--json'], ...checks)).code).toBe(code);
});

test.each([['--email', 'nobody'], ['--jsonn'], ['twice']])(
  '%s is not understood, and nothing is looked at',
  async (...argv) => {
    const check = { name: 'disk', look: vi.fn<Check['look']>(async () => ok('72 GB free')) };
    expect((await run(argv, check)).code).toBe(2);
    expect(check.look).not.toHaveBeenCalled();
  },
);

test('the JSON has a shape of its own, on one line', async () => {
  const { lines } = await run(['--json'], doubtful, bad);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    ...about,
    worst: 'wrong',
    findings: [
      { check: 'backups', verdict: 'look', says: 'none', todo: 'npm run backup', more: 'Backup and restore' },
      { check: 'email', verdict: 'wrong', says: 'cannot be reached' },
    ],
  });
});

test('a check that fails or hangs is a line of its own, and hides no other', async () => {
  const failing: Check = { name: 'email', look: () => Promise.reject(new Error('no\nsecond line')) };
  const coded: Check = {
    name: 'keys',
    look: () => Promise.reject(Object.assign(new Error('open /a/secret/path'), { code: 'EACCES' })),
  };
  const hanging: Check = { name: 'https', look: () => sleep(60_000, ok('late'), { ref: false }) };
  expect(await runChecks([failing, coded, hanging, good], 50)).toEqual([
    { check: 'email', ...wrong('could not be checked: no') },
    { check: 'keys', ...wrong('could not be checked: EACCES') },
    { check: 'https', ...wrong('no answer came within 0.05 seconds') },
    { check: 'disk', ...ok('72 GB free') },
  ]);
});

test('the screen fits, says what to do, and sums up', () => {
  const says = 'a sentence that is much longer than what fits beside a name on a terminal of eighty columns';
  const findings = [
    { check: 'disk', ...ok('72 GB free') },
    { check: 'backups', ...look(says, 'npm run backup -- create, every day', 'Backup and restore') },
    { check: 'email', ...wrong('cannot be reached', 'correct ONCEOVER_SMTP_URL', 'Email') },
  ];
  const lines = screenOf({ ...about, findings }, plain);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines).toEqual([
    'Onceover 1.0.0 at https://once.example',
    '',
    '  ok     disk     72 GB free',
    '  look   backups  a sentence that is much longer than what fits beside a name on',
    '                  a terminal of eighty columns',
    '  wrong  email    cannot be reached',
    '',
    'What to do ("…" is a section of docs/OPERATIONS.md):',
    '  backups  npm run backup -- create, every day  "Backup and restore"',
    '  email    correct ONCEOVER_SMTP_URL  "Email"',
    '',
    '1 thing is wrong, 1 is worth a look.',
  ]);
  const coloured = screenOf({ ...about, findings }, { columns: 80, colours: true }).join('\n');
  expect(coloured).toContain('\u001b[31mwrong  \u001b[39m');
});

test('every section that a finding names is one of docs/OPERATIONS.md', () => {
  const guide = readFileSync(new URL('../../../../docs/OPERATIONS.md', import.meta.url), 'utf8');
  const sections = new Set([...guide.matchAll(/^## (.+)$/gm)].map(([, title]) => title));
  const sources = ['infra/process/src/doctor', 'infra/distributed/src/operator'].flatMap((folder) => {
    const cwd = fileURLToPath(new URL(`../../../../${folder}`, import.meta.url));
    return globSync('*.ts', { cwd, exclude: ['*.test.ts'] }).map((name) => readFileSync(`${cwd}/${name}`, 'utf8'));
  });
  const named = sources.flatMap((text) => [
    ...[...text.matchAll(/^const [A-Z_]+ = '([A-Z][a-z][^']+)';$/gm)].map(([, title]) => title),
    ...[...text.matchAll(/(?:look|wrong)\([^;]*?, '([A-Z][a-z][A-Za-z ]+)'\)/g)].map(([, title]) => title),
  ]);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((title) => !sections.has(title ?? ''))).toEqual([]);
});
