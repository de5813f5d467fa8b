import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

/** An answer as it came over the wire. */
export interface Asked {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at bodies of many shapes.
  readonly json: any;
}

/** Sends one request, with any Host header a test likes; on a connection of its own, unless an agent keeps them. */
export async function ask(
  port: number,
  path: string,
  given: { method?: string; headers?: Readonly<Record<string, string>>; body?: string | Buffer; agent?: Agent } = {},
): Promise<Asked> {
  const { method = given.body === undefined ? 'GET' : 'POST', headers = {}, body, agent = false } = given;
  const { promise, resolve, reject } = Promise.withResolvers<Asked>();
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('error', reject);
    answer.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const isJson = answer.headers['content-type']?.startsWith('application/json') === true && text !== '';
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        text,
        json: isJson ? JSON.parse(text) : undefined,
      });
    });
  });
  sent.on('error', reject);
  sent.end(body);
  return await promise;
}

/** Sends a form. */
export async function post(
  port: number,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Asked> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return await ask(port, path, { body: new URLSearchParams(fields).toString(), headers: { ...type, ...headers } });
}

/** Runs a document of the graph. */
export async function graph(
  port: number,
  query: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Asked> {
  const body = JSON.stringify({ query });
  return await ask(port, '/graphql', { body, headers: { 'content-type': 'application/json', ...headers } });
}
