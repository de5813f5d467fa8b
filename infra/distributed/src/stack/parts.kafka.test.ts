import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { askBroker, canRunKafka, freePorts } from '@onceover/kafka-server';
import { serviceNames } from '@onceover/schema/internal/catalog';
import { eventually } from '@onceover/testing/eventually';
import { test as base, expect, onTestFinished } from 'vitest';
import { partsOf } from './parts.ts';
import { readPlace } from './place.ts';

const test = base.skipIf(!(await canRunKafka()) && !process.env.CI);

test('a broker that dies is said and started again', async () => {
  const stateDir = mkdtempSync(path.join(tmpdir(), 'stack-'));
  onTestFinished(() => rmSync(stateDir, { recursive: true, force: true }));
  const [port = 0] = await freePorts(1);
  const internalPort = port - serviceNames.length - 1;
  const place = readPlace(['--state-dir', stateDir, '--internal-port', String(internalPort)], {});
  if (place === 'help') throw new TypeError('a place was asked for');
  const lines: string[] = [];
  const part = partsOf(place, (line) => void lines.push(line)).find(({ name }) => name === 'kafka');
  const running = await part?.start();
  if (running === undefined) throw new TypeError('there is no such part');
  onTestFinished(async () => running[Symbol.asyncDispose]?.());

  const node = path.join(stateDir, 'kafka', 'nodes', '1');
  const pid = Number(readFileSync(path.join(node, 'broker.pid'), 'utf8'));
  process.kill(pid, 'SIGKILL');

  await eventually(() => expect(lines.at(-1)).toBe(`kafka is up again: ${running.where}`), { withinMs: 60_000 });
  expect(lines.at(-2)).toBe(`kafka has ended (see ${path.join(node, 'server.log')}); it is started again in 1 s`);
  expect((await askBroker(running.where)).brokers).toHaveLength(1);
});
