import { type IncomingHttpHeaders, request } from 'node:http';

/** An answer as it was received. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at bodies of many shapes, and assert each one.
  readonly json: any;
}

type Fields = Readonly<Record<string, string>>;

export interface Ask {
  readonly method?: string;
  readonly headers?: Fields;
  readonly body?: string | Buffer;
}

/** One exchange, for whoever listens to all of them. */
export interface Exchange {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly answer: Answer;
}

type Listener = (exchange: Exchange) => void;
let listener: Listener = () => {};

/** Hears every answer that tests of this file get; what it throws fails the test that asked. */
export function listenToAnswers(heard: Listener): void {
  listener = heard;
}

export const URLENCODED = 'application/x-www-form-urlencoded';

/** Sends one request on its own connection, byte for byte as the test says. */
export async function ask(url: string, path: string, given: Ask = {}): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const { body, headers = {}, method = body === undefined ? 'GET' : 'POST' } = given;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('error', reject);
    answer.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const isJson = answer.headers['content-type']?.startsWith('application/json') === true && text !== '';
      const json = isJson ? JSON.parse(text) : undefined;
      const received = { status: answer.statusCode ?? 0, headers: answer.headers, text, json };
      try {
        listener({ method, path, answer: received });
        resolve(received);
      } catch (error) {
        reject(error);
      }
    });
  });
  sent.on('error', reject);
  sent.end(body);
  return await promise;
}

/** Posts a form, url-encoded. */
export function post(url: string, path: string, fields: Fields, headers: Fields = {}): Promise<Answer> {
  const body = new URLSearchParams(fields).toString();
  return ask(url, path, { body, headers: { 'content-type': URLENCODED, ...headers } });
}

/** Posts a JSON object. */
export function postJson(url: string, path: string, value: unknown, headers: Fields = {}): Promise<Answer> {
  const body = JSON.stringify(value);
  return ask(url, path, { body, headers: { 'content-type': 'application/json', ...headers } });
}

/** The name and value of the first cookie an answer sets, ready to be sent back. */
export function cookieOf(answer: Answer): string {
  return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}
