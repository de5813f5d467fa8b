import { HttpConnection } from './http-connection.ts';
import { conceal, look, reveal, type StepName } from './steps.ts';

/** What the benchmark asks of its client process: a limited number of runs of one step. */
export interface ClientTask {
  readonly port: number;
  readonly step: StepName;
  readonly connections: number;
  readonly turns: number;
}

export interface ClientResult {
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const host = '127.0.0.1';

async function run(task: ClientTask): Promise<ClientResult> {
  const authority = `${host}:${task.port}`;
  const connections = await Promise.all(
    Array.from({ length: task.connections }, () => HttpConnection.open(host, task.port)),
  );
  try {
    const keys =
      task.step === 'look' || task.step === 'reveal' ? await prepared(connections, authority, task.turns) : [];
    return await measure(connections, task.turns, async (connection, turn) => {
      if (task.step === 'conceal') await conceal(connection, authority);
      else if (task.step === 'look') await look(connection, authority, keys[turn] ?? '');
      else if (task.step === 'reveal') await reveal(connection, authority, keys[turn] ?? '');
      else {
        const key = await conceal(connection, authority);
        await look(connection, authority, key);
        await reveal(connection, authority, key);
      }
    });
  } finally {
    for (const connection of connections) connection.close();
  }
}

async function prepared(connections: HttpConnection[], authority: string, count: number): Promise<string[]> {
  const keys: string[] = [];
  await measure(connections, count, async (connection, turn) => {
    keys[turn] = await conceal(connection, authority);
  });
  process.send?.({ prepared: true });
  await new Promise((resolve) => process.once('message', resolve));
  return keys;
}

async function measure(
  connections: readonly HttpConnection[],
  turns: number,
  turn: (connection: HttpConnection, index: number) => Promise<void>,
): Promise<ClientResult> {
  const latencies = new Float64Array(turns);
  let next = 0;
  const started = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      for (let index = next++; index < turns; index = next++) {
        const at = performance.now();
        await turn(connection, index);
        latencies[index] = performance.now() - at;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  latencies.sort();
  const at = (share: number) => latencies[Math.min(turns - 1, Math.floor(turns * share))] ?? 0;
  return { seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

process.once('message', (task: ClientTask) => {
  run(task)
    .then((result) => process.send?.({ result }))
    .catch((error: unknown) => process.send?.({ error: String(error) }))
    .finally(() => process.disconnect?.());
});
