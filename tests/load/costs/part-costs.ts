import { setTimeout as sleep } from 'node:timers/promises';
import { kafkaClient } from '@onceover/kafka-log';
import { kafkaConfig } from '@onceover/kafka-log/config';
import { logs } from '@onceover/schema/events/logs';
import { createLogger } from '@onceover/service-kit/logging';
import { eventually } from '@onceover/testing/eventually';
import type { Browser } from '../../support/browser.ts';
import { People } from '../../support/people.ts';
import type { SplitSystem } from '../../support/spawn-split.ts';
import type { Meter } from '../measure.ts';
import { cpuOf } from '../process-usage.ts';
import { requestSteps } from '../steps.ts';
import type { System } from '../systems.ts';
import { atOnce } from './stored-bytes.ts';

/** What one step costs each part, in microseconds of CPU beyond what it uses while nothing happens. */
export interface PartCosts {
  readonly step: string;
  readonly turns: number;
  /** Of the answer, where it was measured. */
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly micros: Readonly<Record<string, number>>;
  readonly redisCommands: number;
}

/** The processes by name; PostgreSQL with all of its own. */
type Parts = ReadonlyMap<string, number>;

type Asked = Pick<PartCosts, 'turns' | 'p50Ms' | 'p99Ms'>;
const untimed = { p50Ms: null, p99Ms: null } as const;

/** By part, in microseconds of CPU; of Redis also what it was asked. */
interface Used {
  readonly cpu: ReadonlyMap<string, number>;
  readonly commands: number;
}

const OWNERS = 8;
const OWNED = 2_000;
/** What consumers have left to do after the last answer. */
const REST_MS = 2_000;
const IDLE_MS = 5_000;

/** The three requests, many at once and one by one, then secrets of owners, which feed and trail hear of. */
export async function partCosts(
  split: SplitSystem,
  postgres: number,
  meter: Meter,
  plan: { readonly connections: number; readonly seconds: number },
): Promise<PartCosts[]> {
  const parts = partsOf(split, postgres);
  const system = systemOf(split, parts);
  const { connections } = plan;
  await meter.measure(system, { step: 'cycle', connections, until: { seconds: 2 } });
  await sleep(IDLE_MS);
  const idle = await counted('nothing, for a second', split, parts, async () => {
    await sleep(IDLE_MS);
    return { turns: (IDLE_MS + REST_MS) / 1000, ...untimed };
  });
  const costs: PartCosts[] = [idle];
  for (const busy of [connections, 1]) {
    for (const step of requestSteps) {
      const work = () => meter.measure(system, { step, connections: busy, until: plan });
      costs.push(await counted(`${step}, ${busy} at once`, split, parts, work, idle));
    }
  }
  const browsers = await signUp(split);
  costs.push(await counted('conceal, signed in', split, parts, () => concealOwned(browsers), idle));
  return costs;
}

function partsOf(split: SplitSystem, postgres: number): Parts {
  const own = split.all.map(({ name, pid }) => [name, pid] as const);
  return new Map([...own, ['PostgreSQL', postgres], ['Kafka', split.backing.kafka.nodes[0]?.pid ?? 0]]);
}

function systemOf(split: SplitSystem, parts: Parts): System {
  const url = new URL(split.urls[0] ?? '');
  return {
    name: 'split',
    hostname: url.hostname,
    port: Number(url.port),
    pids: [...parts.values()],
    steps: requestSteps,
  };
}

async function counted(
  step: string,
  split: SplitSystem,
  parts: Parts,
  work: () => Promise<Asked>,
  idle?: PartCosts,
): Promise<PartCosts> {
  const before = await usedBy(split, parts);
  const started = performance.now();
  const { turns, p50Ms, p99Ms } = await work();
  await sleep(REST_MS);
  const seconds = (performance.now() - started) / 1000;
  const after = await usedBy(split, parts);
  const each = (name: string, cpu: number) =>
    Math.max(0, cpu - (before.cpu.get(name) ?? 0) - seconds * (idle?.micros[name] ?? 0)) / turns;
  const commands = after.commands - before.commands - seconds * (idle?.redisCommands ?? 0);
  return {
    step,
    turns,
    p50Ms,
    p99Ms,
    micros: Object.fromEntries([...after.cpu].map(([name, cpu]) => [name, each(name, cpu)])),
    redisCommands: Math.max(0, commands) / turns,
  };
}

async function usedBy({ backing }: SplitSystem, parts: Parts): Promise<Used> {
  const cpu = new Map(
    [...parts].map(([name, pid]) => {
      const used = Object.values(cpuOf([pid]));
      return [name, used.reduce((sum, micros) => sum + micros, 0)] as const;
    }),
  );
  const info = `${await backing.redis.ask('INFO cpu')}${await backing.redis.ask('INFO stats')}`;
  const of = (name: string) => Number(new RegExp(`${name}:([\\d.]+)`).exec(info)?.[1] ?? Number.NaN);
  cpu.set('Redis', 1e6 * (of('used_cpu_sys') + of('used_cpu_user')));
  return { cpu, commands: of('total_commands_processed') };
}

async function signUp({ urls, mailDir }: SplitSystem): Promise<Browser[]> {
  const url = urls[0] ?? '';
  const people = new People({ url, mailDir, drain: async () => undefined, runAccounts: async () => undefined });
  const browsers: Browser[] = [];
  while (browsers.length < OWNERS) {
    const person = await people.unverified();
    await people.verify(person);
    await eventually(() => people.signIn(person), { withinMs: 30_000, everyMs: 2_000 });
    await person.browser.graph('{ plans { id } }'); // the form token comes with the first answer
    browsers.push(person.browser);
  }
  return browsers;
}

async function concealOwned(browsers: readonly Browser[]): Promise<Asked> {
  await atOnce(OWNED, async (index) => {
    const answer = await browsers[index % browsers.length]?.post('/api/v2/secret/conceal', { secret: 'one of many' });
    if (answer?.status !== 200) throw new Error(`conceal answered ${answer?.status}`);
  });
  return { turns: OWNED, ...untimed };
}

export interface RecordBytes {
  readonly records: number;
  /** Of key, value and headers. */
  readonly each: number;
}

/** Reads the topic of secrets, and how large its records are. */
export async function recordBytes({ backing }: SplitSystem): Promise<RecordBytes> {
  const kafka = kafkaClient({ brokers: backing.kafka.brokers, clientId: 'costs' }, createLogger('costs'));
  const consumer = kafka.consumer({ groupId: 'costs' });
  await consumer.connect();
  await consumer.subscribe({ topic: `${kafkaConfig.prefix.default}.${logs.secrets.topic}`, fromBeginning: true });
  let [records, bytes] = [0, 0];
  await consumer.run({
    eachMessage: async ({ message: { key, value, headers = {} } }) => {
      records += 1;
      bytes += (key?.length ?? 0) + (value?.length ?? 0);
      for (const [name, text] of Object.entries(headers)) bytes += name.length + String(text).length;
    },
  });
  for (let seen = -1; seen < records || records === 0; await sleep(REST_MS)) seen = records;
  await consumer.disconnect();
  return { records, each: bytes / records };
}
