import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { censor, scrub } from './logging.ts';

test('a link key is blanked in a written line', () => {
  expect(scrub('{"path":"/secret/p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k"}')).toBe('{"path":"/secret/[key]"}');
});

test('longer and shorter runs are not keys', () => {
  const line = `${'a'.repeat(30)} ${'a'.repeat(32)}`;
  expect(scrub(line)).toBe(line);
});

test('cookies and addresses are blanked', () => {
  expect(scrub('cookie: __Host-sess=a.b.c; nina@example.com')).toBe('cookie: sess=[cookie]; [address]');
});

test('fields that must not be written are blanked, one level down too', () => {
  expect(censor({ secret: 'tea', form: { passphrase: 'plum', size: 3 }, status: 200 })).toEqual({
    secret: '***',
    form: { passphrase: '***', size: 3 },
    status: 200,
  });
});

test('harmless fields pass as they are, and nothing of the caller is changed', () => {
  const harmless = { status: 200, parts: ['a'], err: new Error('x') };
  expect(censor(harmless)).toBe(harmless);
  const form = { passphrase: 'plum' };
  censor({ form });
  expect(form.passphrase).toBe('plum');
});

const loggingModule = JSON.stringify(import.meta.resolve('./logging.ts'));

/** What a process of its own writes that logs and ends. */
function linesOf(script: string, level = 'info'): unknown[] {
  const source = `import { createLogger, lineWriter } from ${loggingModule};\n${script}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], {
    env: { ...process.env, ONCEOVER_LOG_LEVEL: level },
    encoding: 'utf8',
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line));
}

test('all lines are written, in order, by loggers and writers, even if the process ends at once', () => {
  const script = `
    const log = createLogger('one');
    const write = lineWriter('two', 'info', 'counted');
    for (let n = 0; n < 2000; n += 1) if (n % 2) write('"n":' + n); else log.info({ n }, 'logged');
    process.exit(0);`;
  const lines = linesOf(script) as { n: number }[];
  expect(lines.map(({ n }) => n)).toEqual(Array.from({ length: 2000 }, (_, n) => n));
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(lines[0]).toEqual({ level: 'info', time, name: 'one', n: 0, message: 'logged' });
  expect(lines[1]).toEqual({ level: 'info', time, name: 'two', n: 1, message: 'counted' });
});

test('a fatal line is out before anything else happens, with all that came before it', () => {
  const script = `
    const log = createLogger('one');
    log.info('before');
    log.fatal('the end');
    process.kill(process.pid, 'SIGKILL');`;
  expect(linesOf(script)).toMatchObject([{ message: 'before' }, { level: 'fatal', message: 'the end' }]);
});

test('there is no writer for a level that is off', () => {
  const script = `
    const write = lineWriter('two', 'info', 'counted');
    createLogger('one').error({ isOff: write === undefined }, 'told');
    process.exit(0);`;
  expect(linesOf(script, 'error')).toMatchObject([{ isOff: true }]);
});
