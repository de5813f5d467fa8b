import { eventually } from '@onceover/testing/eventually';
import { expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { spawnSystem } from '../../support/spawn-system.ts';
import { type Disk, pretendingDisk, smallDisk } from './disks.ts';

interface Line {
  readonly level: string;
  readonly name: string;
  readonly message: string;
  readonly sqlstate?: string;
  readonly reason?: string;
}

function linesOf(output: string): Line[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
}

const PATIENCE = { withinMs: 30_000, everyMs: 200 };
/** Bigger than what is free on the pages of an empty database. */
const LARGE = 'x'.repeat(9_000);

async function expectOneOutage(disk: Disk): Promise<void> {
  await using system = spawnSystem({ ...disk.options, env: { ...disk.options.env, ONCEOVER_LOG_LEVEL: 'info' } });
  using client = new ApiClient(await system.ready);
  const ready = () => client.get('/health/ready');
  const conceal = async () => (await client.post('/api/v2/secret/conceal', { secret: LARGE, ttl: '3600' })).status;
  const { secretKey } = await client.conceal('written before');
  expect((await ready()).status).toBe(200);

  await disk.fill();
  await eventually(async () => expect(await conceal()).toBe(503), PATIENCE);
  const answers = await Promise.all(Array.from({ length: 200 }, conceal));
  expect(answers.filter((status) => status === 503).length).toBeGreaterThan(150);
  expect(await ready()).toMatchObject({ status: 503, body: { reason: expect.stringContaining('53100') } });
  expect((await client.look(secretKey)).status).toBe(200);
  const outage = () => linesOf(system.output).filter(({ message }) => message === 'the database is failing');
  await eventually(() => expect(outage().length).toBeGreaterThan(0), PATIENCE);
  expect(outage().filter(({ name }) => name === 'secrets.database')).toMatchObject([
    { sqlstate: '53100', reason: expect.stringContaining('No space left on device') },
  ]);
  const warnings = () => linesOf(system.output).filter(({ level }) => level === 'warn' || level === 'error');
  expect(warnings().length).toBeLessThan(20);

  await disk.free();
  await eventually(async () => expect((await ready()).status).toBe(200), PATIENCE);
  expect(await conceal()).toBe(200);
  const over = () => linesOf(system.output).filter(({ message }) => message === 'the database works again');
  await eventually(() => expect(over().map(({ name }) => name)).toContain('secrets.database'), PATIENCE);
  expect(over().filter(({ name }) => name === 'secrets.database')).toHaveLength(1);
}

test('while the disk is full the service is not ready, and the log says so once, with the SQLSTATE, and when it is over', async () => {
  await using disk = await pretendingDisk();
  await expectOneOutage(disk);
});

test('the same on a file system that is really full', async ({ skip }) => {
  await using disk = await smallDisk();
  if (disk === undefined) return skip('this user may not mount a small file system');
  await expectOneOutage(disk);
});
