import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers of many shapes, and assert each one.
  readonly body: any;
}

export interface ConcealedLinks {
  readonly secretKey: string;
  readonly metadataKey: string;
  /** The short keys from conceal's answer; they find the stored row without the key. */
  readonly secretShortKey: string;
}

type Fields = Readonly<Record<string, string>>;

/** A visitor with curl: anonymous, no cookies, over real HTTP. Rejects when the connection is lost. */
export class ApiClient implements Disposable {
  readonly #url: URL;
  readonly #agent: Agent;
  readonly #headers: Fields;

  constructor(url: string, options: { connections?: number; keepAlive?: boolean; headers?: Fields } = {}) {
    this.#url = new URL(url);
    this.#headers = options.headers ?? {};
    this.#agent = new Agent({ keepAlive: options.keepAlive ?? true, maxSockets: options.connections ?? 64 });
  }

  get(path: string): Promise<ApiAnswer> {
    return this.#send('GET', path, undefined, {});
  }

  post(path: string, fields: Fields, headers: Fields = {}): Promise<ApiAnswer> {
    const form = new URLSearchParams(fields).toString();
    return this.#send('POST', path, form, { 'content-type': 'application/x-www-form-urlencoded', ...headers });
  }

  postJson(path: string, value: object): Promise<ApiAnswer> {
    return this.#send('POST', path, JSON.stringify(value), { 'content-type': 'application/json' });
  }

  /** Conceals and returns the keys; throws if that was refused. */
  async conceal(secret: string, more: Fields = {}, headers: Fields = {}): Promise<ConcealedLinks> {
    return linksOf(await this.post('/api/v2/secret/conceal', { secret, ...more }, headers));
  }

  look(secretKey: string): Promise<ApiAnswer> {
    return this.get(`/api/v2/secret/${secretKey}`);
  }

  reveal(secretKey: string, more: Fields = {}, headers: Fields = {}): Promise<ApiAnswer> {
    return this.post(`/api/v2/secret/${secretKey}`, { continue: 'true', ...more }, headers);
  }

  metadata(metadataKey: string): Promise<ApiAnswer> {
    return this.get(`/api/v2/private/${metadataKey}`);
  }

  burn(metadataKey: string, more: Fields = {}): Promise<ApiAnswer> {
    return this.post(`/api/v2/private/${metadataKey}/burn`, { continue: 'true', ...more });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  #send(method: string, path: string, payload: string | undefined, headers: Fields): Promise<ApiAnswer> {
    return new Promise((resolve, reject) => {
      const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) };
      const { hostname, port } = this.#url;
      const sent = request(
        { agent: this.#agent, hostname, port, method, path, headers: { ...this.#headers, ...headers, ...length } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('aborted', () => reject(new Error('the answer was cut off')));
          answer.on('error', reject);
          answer.on('end', () => resolve(parsed(answer.statusCode ?? 0, answer.headers, Buffer.concat(chunks))));
        },
      );
      sent.on('error', reject);
      sent.end(payload);
    });
  }
}

/** The keys in conceal's answer. */
export function linksOf(answer: ApiAnswer): ConcealedLinks {
  if (answer.status !== 200) throw new Error(`conceal answered ${answer.status} ${JSON.stringify(answer.body)}`);
  const { metadata, secret } = answer.body.record;
  return { secretKey: secret.key, metadataKey: metadata.key, secretShortKey: metadata.secret_shortkey };
}

function parsed(status: number, headers: IncomingHttpHeaders, bytes: Buffer): ApiAnswer {
  const text = bytes.toString('utf8');
  const isJson = String(headers['content-type']).startsWith('application/json');
  return { status, headers, body: isJson ? JSON.parse(text) : text };
}
