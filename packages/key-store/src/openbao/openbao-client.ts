import { z } from 'zod';
import { KeyStoreAway, WrongKeyStore } from '../key-store.ts';
import { type Answer, httpsClient, type TlsIdentity } from '../network/https-client.ts';

export interface OpenBaoAddress {
  readonly url: string;
  readonly token: string;
}

/** What it said: the `data` of its answer, null for 404, and its own words for 400. */
export type OpenBaoAnswer =
  | { readonly kind: 'done'; readonly data: unknown; readonly auth: unknown }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly errors: readonly string[] };

export interface OpenBaoClient extends Disposable {
  /** Refuses  KeyStoreAway, WrongKeyStore */
  ask(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<OpenBaoAnswer>;
  /** The id of the cluster. Keeps the token alive. Refuses  KeyStoreAway: it is sealed, or does not answer */
  check(): Promise<string>;
}

const envelope = z.object({ data: z.unknown(), auth: z.unknown() }).partial();
const failure = z.object({ errors: z.array(z.string()) });
const health = z.object({ initialized: z.boolean(), sealed: z.boolean(), cluster_id: z.string().optional() });
const ownToken = z.object({ renewable: z.boolean(), ttl: z.number() });
const renewed = z.object({ lease_duration: z.number() });

/** The HTTP API of OpenBao, version 1. */
export function openBaoClient(
  { url, token }: OpenBaoAddress,
  identity: TlsIdentity,
  options: { readonly deadlineMs?: number },
): OpenBaoClient {
  const name = 'OpenBao';
  const client = httpsClient(url, identity, { name, ...options });
  let renewAt: number | null = null;

  async function ask(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<OpenBaoAnswer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const length = text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) };
    const headers = { 'x-vault-token': token, 'x-vault-request': 'true', ...length };
    const answer = await client.ask({
      method,
      path: `/v1/${path}`,
      headers,
      ...(text === undefined ? {} : { body: text }),
    });
    return read(name, answer);
  }

  async function keepToken(): Promise<void> {
    if (renewAt !== null && Date.now() < renewAt) return;
    if (renewAt === null) {
      const own = await ask('GET', 'auth/token/lookup-self');
      const { renewable, ttl } = ownToken.parse(own.kind === 'done' ? own.data : null);
      renewAt = renewable ? Date.now() + ttl * 500 : Infinity;
      return;
    }
    const answer = await ask('POST', 'auth/token/renew-self', {});
    renewAt = Date.now() + renewed.parse(answer.kind === 'done' ? answer.auth : null).lease_duration * 500;
  }

  return {
    ask,
    async check() {
      const answer = await client.ask({ method: 'GET', path: '/v1/sys/health?standbyok=true&perfstandbyok=true' });
      const { data } = health.safeParse(jsonOf(answer));
      if (data === undefined) throw new WrongKeyStore('What answers at the address of OpenBao is something else.');
      if (!data.initialized) throw new KeyStoreAway(`${name} is not initialised`);
      if (data.sealed || data.cluster_id === undefined) throw new KeyStoreAway(`${name} is sealed: unseal it`);
      await keepToken();
      return data.cluster_id;
    },
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}

function read(name: string, answer: Answer): OpenBaoAnswer {
  const { status } = answer;
  if (status === 204) return { kind: 'done', data: null, auth: null };
  const json = jsonOf(answer);
  if (status === 200) {
    const { data, auth } = envelope.parse(json);
    return { kind: 'done', data, auth };
  }
  if (status === 404) return { kind: 'absent' };
  const errors = failure.safeParse(json).data?.errors ?? [];
  if (status === 400) return { kind: 'refused', errors };
  if (status === 403) {
    throw new WrongKeyStore(
      `${name} refuses the token of this process (ONCEOVER_OPENBAO_TOKEN): it has expired, or its policy allows too little.`,
    );
  }
  throw new KeyStoreAway(`${name} cannot answer now: ${errors.join('; ') || `status ${status}`}`);
}

function jsonOf({ body }: Answer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
