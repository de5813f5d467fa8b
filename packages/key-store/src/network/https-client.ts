import { Agent as PlainAgent, request as requestPlain } from 'node:http';
import { Agent, request } from 'node:https';
import { wipe } from '@onceover/service-kit/crypto';
import { codeOf } from '@onceover/service-kit/errors';
import { tlsTrouble } from '@onceover/service-kit/tls';
import { KeyStoreAway, WrongKeyStore } from '../key-store.ts';
import { MOST_BYTES } from './protocol.ts';

/** PEM texts: whom to trust, and who we are. */
export interface TlsIdentity {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Whoever finds a key in it wipes it. */
  readonly body: Buffer;
}

export interface Question {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpsClient extends Disposable {
  /** Refuses  KeyStoreAway, WrongKeyStore: the message says what to do */
  ask(question: Question): Promise<Answer>;
}

/** Every answer is a file or two away. */
const DEADLINE_MS = 3_000;
const CONNECTIONS = 4;

export interface ClientOptions {
  /** What to call the other side in a reason that anybody may read: without its address. */
  readonly name: string;
  readonly deadlineMs?: number | undefined;
}

/** For https, and for http on the loopback address. Reuses connections; one that the other side closed meanwhile is replaced by a new one. */
export function httpsClient(
  url: string,
  { ca, cert, key }: TlsIdentity,
  { name, deadlineMs = DEADLINE_MS }: ClientOptions,
): HttpsClient {
  const isPlain = url.startsWith('http:');
  const agent = isPlain
    ? new PlainAgent({ keepAlive: true, maxSockets: CONNECTIONS })
    : new Agent({
        keepAlive: true,
        maxSockets: CONNECTIONS,
        minVersion: 'TLSv1.3',
        ...(ca === undefined ? {} : { ca }),
        ...(cert === undefined ? {} : { cert }),
        ...(key === undefined ? {} : { key }),
      });

  function askOnce({ method, path, headers, body }: Question): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const signal = AbortSignal.timeout(deadlineMs);
    const sent = (isPlain ? requestPlain : request)(
      new URL(path, url),
      { method, agent, signal, headers: { ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > MOST_BYTES) response.destroy(new Error('the answer is too long'));
        });
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
          wipe(...chunks);
        });
      },
    );
    sent.on('error', (error) => reject(sent.reusedSocket ? new ReusedConnectionFailed(error) : error));
    sent.end(body);
    return promise;
  }

  return {
    async ask(question) {
      try {
        return await askOnce(question).catch((error: unknown) => {
          if (!(error instanceof ReusedConnectionFailed) || isTimeout(error.cause)) throw error;
          return askOnce(question);
        });
      } catch (error) {
        throw unusable(name, error instanceof ReusedConnectionFailed ? error.cause : error);
      }
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}

class ReusedConnectionFailed extends Error {
  constructor(cause: unknown) {
    super('a connection that was used before failed', { cause });
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

function unusable(name: string, error: unknown): Error {
  const code = codeOf(error) ?? '';
  const trouble = tlsTrouble(error);
  if (trouble !== undefined) {
    return new WrongKeyStore(`${capital(name)} cannot be trusted or asked: ${trouble} (ONCEOVER_KEY_STORE_CA, _CERT).`);
  }
  if (code.startsWith('ERR_SSL_')) {
    return new WrongKeyStore(
      `${capital(name)} refuses the certificate of this process (ONCEOVER_KEY_STORE_CERT), or speaks another protocol: ${code}.`,
    );
  }
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    // This is also how a server looks that refuses our certificate.
    const hint = 'its log says whether it refuses the certificate of this process (ONCEOVER_KEY_STORE_CERT)';
    return new KeyStoreAway(`${name} closes the connection: ${hint}`, { cause: error });
  }
  const what = isTimeout(error) ? 'in time' : `(${code === '' ? 'the connection was lost' : code})`;
  return new KeyStoreAway(`${name} does not answer ${what}`, { cause: error });
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
