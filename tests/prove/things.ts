import type { ServiceName } from '@onceover/schema/internal/catalog';
import type { TestRedis } from '@onceover/testing/redis';
import type { SplitProcess } from '../support/spawn-split.ts';
import { type Kind, kinds } from './answers.ts';
import type { ProofPlace } from './place.ts';

/** A way to make something go away, and to bring it back. */
export interface Manner {
  readonly how: 'killed' | 'held still';
  stop(): Promise<void>;
  /** Resolves when it is there again. */
  start(): Promise<void>;
}

/** Something that the product needs, or is made of. */
export interface Thing {
  readonly name: string;
  /** Taken in turn. */
  readonly manners: readonly Manner[];
  /** What may be answered with "not available" meanwhile; everything else goes on. */
  readonly mayRefuse: readonly Kind[];
  /** Whether connections of people end with it. */
  readonly mayCut: boolean;
  /** Within how long people hear that there is no answer, where that is promised. */
  readonly saysWithinMs?: number;
  readonly awayMs: number;
  /** What these processes have to log when it was killed. */
  readonly mustSay?: { readonly text: string; readonly by: readonly string[] };
}

const all: readonly Kind[] = kinds;
const signedIn: readonly Kind[] = ['email a link', 'sign in', 'dashboard', 'trail', 'check a domain'];
const ofSecrets: readonly Kind[] = ['conceal', 'look', 'reveal', 'metadata', 'burn', 'email a link', 'dashboard'];
const none: readonly Kind[] = [];

/** Everything that is stopped, in the order of the table. */
export function thingsOf({ split, postgres, smtp, dns }: ProofPlace): readonly Thing[] {
  const { redis, kafka } = split.backing;
  const of = (name: ServiceName) => mannersOf(split.of(name));
  const firstOf = (name: ServiceName) => mannersOf(split.of(name).slice(0, 1));
  return [
    thing(
      'PostgreSQL',
      serverManners(postgres, () => postgres.pids),
      all,
    ),
    thing('Redis', redisManners(redis), none),
    thing(
      'Kafka',
      kafka.nodes.flatMap((node) => serverManners(node, () => [node.pid ?? 0])),
      none,
    ),
    thing(
      'SMTP',
      serverManners(smtp, () => [smtp.pid]),
      none,
    ),
    thing(
      'DNS',
      serverManners(dns, () => [dns.pid]),
      ['check a domain'],
    ),
    thing('key store', mannersOf([split.keyStore]), ofSecrets),
    thing('accounts', of('accounts'), signedIn),
    thing('secrets', of('secrets'), ofSecrets),
    thing('one of two secrets', firstOf('secrets'), ofSecrets),
    // What became of emails is a part of what these show.
    thing('notifications', of('notifications'), ['dashboard', 'metadata']),
    thing('audit', of('audit'), ['trail']),
    { ...thing('one of two gateways', firstOf('gateway'), none), mayCut: true },
  ];
}

function redisManners(redis: TestRedis): readonly Manner[] {
  return [
    { how: 'killed', stop: () => redis.kill(), start: () => redis.startAgain() },
    { how: 'held still', stop: async () => redis.pause(), start: async () => redis.goOn() },
  ];
}

function thing(name: string, manners: readonly Manner[], mayRefuse: readonly Kind[]): Thing {
  return { name, manners, mayRefuse, mayCut: false, awayMs: 2_500 };
}

interface Server {
  kill(): Promise<void>;
  start(): Promise<void>;
}

function serverManners(server: Server, pids: () => readonly number[]): readonly Manner[] {
  return [{ how: 'killed', stop: () => server.kill(), start: () => server.start() }, heldStill(pids)];
}

function mannersOf(processes: readonly SplitProcess[]): readonly Manner[] {
  const killed: Manner = {
    how: 'killed',
    stop: async () => void (await Promise.all(processes.map((process) => process.end('SIGKILL')))),
    start: async () => void (await Promise.all(processes.map((process) => process.restart()))),
  };
  return [killed, heldStill(() => processes.map(({ pid }) => pid))];
}

/** Connections stay open, and nothing is answered until it goes on. */
function heldStill(pids: () => readonly number[]): Manner {
  let held: readonly number[] = [];
  return {
    how: 'held still',
    async stop() {
      held = pids();
      for (const pid of held) process.kill(pid, 'SIGSTOP');
    },
    async start() {
      for (const pid of held) process.kill(pid, 'SIGCONT');
    },
  };
}
