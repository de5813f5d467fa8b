import { HttpConnection } from './http-connection.ts';
import { type StepName, Visitor } from './steps.ts';

/**
 * One measurement that the benchmark's client process makes. Conceal keeps the keys of its secrets for the next
 * measurements of the same system: look goes round them, reveal uses them up.
 */
export interface ClientTask {
  readonly system: string;
  readonly hostname: string;
  readonly port: number;
  readonly step: StepName;
  readonly connections: number;
  /** When to stop: after this time, or after so many turns. */
  readonly until: { readonly seconds: number } | { readonly turns: number };
}

export interface ClientResult {
  readonly turns: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU microseconds of the client per turn. */
  readonly cpu: number;
}

/** Opening the connections is no part of the measurement: the client says when it is ready, and waits to be told. */
export type ClientMessage = { readonly ready: true } | { readonly result: ClientResult };

const keysOf = new Map<string, string[]>();

async function run(task: ClientTask): Promise<ClientResult> {
  const connections = await Promise.all(
    Array.from({ length: task.connections }, () => HttpConnection.open(task.hostname, task.port)),
  );
  try {
    process.send?.({ ready: true } satisfies ClientMessage);
    await new Promise((resolve) => process.once('message', resolve));
    return await measure(connections, task, turnOf(task));
  } finally {
    for (const connection of connections) connection.close();
  }
}

type Turn = (connection: HttpConnection, index: number) => Promise<void>;

function turnOf({ system, hostname, port, step }: ClientTask): Turn {
  const visitor = new Visitor(`${hostname}:${port}`);
  const keys = keysOf.get(system) ?? [];
  const around = (index: number) => keys[index % keys.length] ?? '';
  switch (step) {
    case 'cycle':
      return (connection) => visitor.cycle(connection);
    case 'conceal': {
      keysOf.set(system, keys);
      return async (connection) => void keys.push(await visitor.conceal(connection));
    }
    case 'look':
      return (connection, index) => visitor.look(connection, around(index));
    case 'look by GraphQL':
      return (connection, index) => visitor.lookByGraphql(connection, around(index));
    case 'pair by D18':
    case 'pair by v1':
    case 'pair by later v2':
      return (connection) => visitor.pair(connection, step);
    case 'reveal':
      return (connection) => visitor.reveal(connection, keys.pop() ?? '');
  }
}

async function measure(connections: readonly HttpConnection[], task: ClientTask, turn: Turn): Promise<ClientResult> {
  const latencies: number[] = [];
  const { limit, seconds } = limits(task);
  let next = 0;
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    connections.map(async (connection) => {
      for (let at = performance.now(); at < end && next < limit; ) {
        await turn(connection, next++);
        const done = performance.now();
        latencies.push(done - at);
        at = done;
      }
    }),
  );
  const took = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => sorted[Math.min(next - 1, Math.floor(next * share))] ?? 0;
  return { turns: next, seconds: took, p50Ms: at(0.5), p99Ms: at(0.99), cpu: (user + system) / next };
}

/** A secret can be revealed only once, so revealing ends with the last kept key. */
function limits({ system, step, until }: ClientTask): { limit: number; seconds: number } {
  const seconds = 'seconds' in until ? until.seconds : Number.POSITIVE_INFINITY;
  if (step === 'reveal') return { limit: keysOf.get(system)?.length ?? 0, seconds: Number.POSITIVE_INFINITY };
  return { limit: 'turns' in until ? until.turns : Number.POSITIVE_INFINITY, seconds };
}

process.on('message', (message: ClientTask | { go: true }) => {
  if ('go' in message) return;
  run(message).then(
    (result) => process.send?.({ result } satisfies ClientMessage),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
