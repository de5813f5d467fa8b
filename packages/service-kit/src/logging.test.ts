import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { censor, type NeverLogged, neverLog, scrub } from './logging.ts';

test('addresses are blanked, and whatever a product says must not be written, in every line from then on', () => {
  const line = 'box-12 of nina@example.com, in box-7';
  expect(scrub(line)).toBe('box-12 of [address], in box-7');
  const mine: NeverLogged = { fields: ['combination'], texts: [{ pattern: /box-\d+/g, as: '[box]', sign: 'box' }] };
  neverLog(mine);
  neverLog(mine);
  expect(scrub(line)).toBe('[box] of [address], in [box]');
  expect(scrub('no b0x-12')).toBe('no b0x-12');
  expect(censor({ combination: 1234, size: 3 })).toEqual({ combination: '***', size: 3 });
});

test('fields that must not be written are blanked, one level down too', () => {
  expect(censor({ cookie: 'tea', form: { password: 'plum', size: 3 }, status: 200 })).toEqual({
    cookie: '***',
    form: { password: '***', size: 3 },
    status: 200,
  });
});

test('harmless fields pass as they are, and nothing of the caller is changed', () => {
  const harmless = { status: 200, parts: ['a'], err: new Error('x') };
  expect(censor(harmless)).toBe(harmless);
  const form = { password: 'plum' };
  censor({ form });
  expect(form.password).toBe('plum');
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
