import { setTimeout as rest } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { ApiClient } from '../../../support/api-client.ts';

/** What this thread tells: how long each answer took, in milliseconds, and what was not as it should be. */
export interface Visited {
  readonly times: readonly number[];
  readonly problems: readonly string[];
}

const { url } = workerData as { readonly url: string };

/** Where it comes from, if the program believes its proxy: no limit of a network is for one who comes this slowly. */
const NETWORKS = 24;
/** Visits before the next network: a connection that is taken up after seconds meets the server closing it. */
const AT_A_TIME = 40;
const REST_MS = 15;
const clients = Array.from({ length: NETWORKS }, (_, network) => {
  return new ApiClient(url, { connections: 1, headers: { 'x-forwarded-for': `10.20.${network}.7` } });
});

let times: number[] = [];
let problems: string[] = [];

parentPort?.on('message', () => {
  parentPort?.postMessage({ times, problems } satisfies Visited);
  [times, problems] = [[], []];
});

for (let turn = 0; ; turn += 1) {
  await visit(clients[Math.floor(turn / AT_A_TIME) % NETWORKS] as ApiClient).catch((error: Error) =>
    problems.push(error.message),
  );
}

async function visit(client: ApiClient): Promise<void> {
  const secret = `bystander ${crypto.randomUUID()}`;
  const { secretKey } = await timed(() => client.conceal(secret));
  const looked = await timed(() => client.look(secretKey));
  if (looked.status !== 200) problems.push(`look answered ${looked.status} ${looked.body.code}`);
  const revealed = await timed(() => client.reveal(secretKey));
  if (revealed.body.record?.secret_value !== secret) problems.push(`reveal answered ${revealed.status}`);
}

async function timed<R>(ask: () => Promise<R>): Promise<R> {
  await rest(REST_MS);
  const begun = performance.now();
  const answer = await ask();
  times.push(performance.now() - begun);
  return answer;
}
