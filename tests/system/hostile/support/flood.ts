import { Agent, type OutgoingHttpHeaders, request } from 'node:http';

/** One request of a flood. */
export interface FloodRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

export interface FloodOptions {
  readonly url: string;
  readonly times: number;
  readonly atOnce?: number;
  /** Sees every answer. */
  readonly heard?: (status: number, text: string) => void;
}

/** Sends many requests on connections that stay open; each by its number. Returns how often each status came. Rejects if one has no answer. */
export async function flood(
  { url, times, atOnce = 16, heard = () => undefined }: FloodOptions,
  requestOf: (number: number) => FloodRequest,
): Promise<Record<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const statuses: Record<number, number> = {};
  let number = 0;
  const sender = async () => {
    while (number < times) {
      const { status, text } = await send(url, agent, requestOf(number++));
      statuses[status] = (statuses[status] ?? 0) + 1;
      heard(status, text);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, sender));
  } finally {
    agent.destroy();
  }
  return statuses;
}

function send(url: string, agent: Agent, asked: FloodRequest): Promise<{ status: number; text: string }> {
  const { path, body, headers = {}, method = body === undefined ? 'GET' : 'POST' } = asked;
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** How many requests of a flood there were; all of them got one of these answers. */
export function countOf(statuses: Readonly<Record<number, number>>, ...expected: readonly number[]): number {
  const found = Object.keys(statuses).map(Number);
  const odd = found.filter((status) => !expected.includes(status));
  if (odd.length > 0) throw new Error(`answers that were not expected: ${JSON.stringify(statuses)}`);
  return Object.values(statuses).reduce((sum, count) => sum + count, 0);
}
