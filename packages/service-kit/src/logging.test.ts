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

test.each(['password', 'authorization', 'cookie', 'email'])('%s is never written, whatever the product', (field) => {
  expect(censor({ [field]: 'plum' })).toEqual({ [field]: '***' });
});

test('a text is looked for only where its sign is', () => {
  neverLog({ fields: [], texts: [{ pattern: /crate.\d+/g, as: '[crate]', sign: 'crate-' }] });
  expect(scrub('crate-12 crate+12')).toBe('[crate] [crate]');
  expect(scrub('crate+12')).toBe('crate+12');
});

test('harmless fields pass as they are, and nothing of the caller is changed', () => {
  const err = Object.assign(new Error('x'), { password: 'its serializer blanks it' });
  const harmless = { status: 200, parts: ['a'], err, none: null, missing: undefined };
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

test('what a logger gets is censored and scrubbed before it is written, errors too', () => {
  const script = `
    const log = createLogger('one');
    const err = Object.assign(new Error('no box for nina@example.com'), { password: 'plum' });
    log.info({ cookie: 'tea', form: { password: 'plum' }, err }, 'to nina@example.com');
    process.exit(0);`;
  const err = expect.objectContaining({ type: 'Error', message: 'no box for [address]', password: '***' });
  const time = expect.any(String);
  expect(linesOf(script)).toEqual([
    { level: 'info', time, name: 'one', cookie: '***', form: { password: '***' }, err, message: 'to [address]' },
  ]);
});

test('the time of a line is that of its writing, to the millisecond', () => {
  const script = `
    const log = createLogger('one');
    for (const ms of [5, 5, 1005, 1006]) {
      Date.now = () => ms;
      log.info('now');
    }
    process.exit(0);`;
  const times = (linesOf(script) as { time: string }[]).map(({ time }) => Date.parse(time));
  expect(times).toEqual([5, 5, 1005, 1006]);
});

test('lines are written while a process goes on, too', () => {
  const script = `
    createLogger('one').info('first');
    setTimeout(() => createLogger('one').info('second'), 1000);
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2000);`;
  expect(linesOf(script)).toMatchObject([{ message: 'first' }, { message: 'second' }]);
});

test('a level that does not exist counts as the usual one', () => {
  const script = "createLogger('one').debug('no'); createLogger('one').info('yes'); process.exit(0);";
  expect(linesOf(script, 'loud')).toMatchObject([{ message: 'yes' }]);
  expect(linesOf(script, 'debug')).toMatchObject([{ message: 'no' }, { message: 'yes' }]);
});

test('there is no writer for a level that is off', () => {
  const script = `
    const write = lineWriter('two', 'info', 'counted');
    createLogger('one').error({ isOff: write === undefined }, 'told');
    process.exit(0);`;
  expect(linesOf(script, 'error')).toMatchObject([{ isOff: true }]);
});
