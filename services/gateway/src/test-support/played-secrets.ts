import { type Asked, ask } from './ask.ts';
import { customer, fakeAccounts } from './fake-accounts.ts';
import { concealed, gate, metadata, revealed } from './sample-data.ts';
import { startTestGateway } from './start-test-gateway.ts';

/** What the played graph says from now on; a function is called, and may throw. */
export interface Played {
  metadata: object | null;
  recent: readonly object[];
  gate: object | null;
  concealed: object | (() => never);
  revealed: object | (() => never);
  burned: object | (() => never);
  labeled: object | (() => never);
}

export interface Sent {
  readonly method?: string;
  /** Default: nobody. `nina` has every scope. */
  readonly as?: 'nina' | 'nobody';
  readonly form?: string;
  /** Of `form`. Default: urlencoded. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PlayedGateway extends AsyncDisposable {
  readonly port: number;
  /** Changed by a test as it goes. */
  readonly played: Played;
  readonly people: ReturnType<typeof fakeAccounts>;
  /** Inputs of mutations, in order. */
  readonly inputs: object[];
  send(path: string, sent?: Sent): Promise<Asked>;
}

const scopes = ['secrets-write', 'secrets-read-meta', 'recent', 'account', 'domains', 'events-read'];
export const credential = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

/** A gateway in front of one played secret, which every key names. */
export async function playedSecrets(env: Readonly<Record<string, string>> = {}): Promise<PlayedGateway> {
  const played = samePlayed();
  const inputs: object[] = [];
  const people = fakeAccounts({ tokens: new Map([[`${customer.custid}:api`, scopes]]) });
  const playing =
    (name: 'concealed' | 'revealed' | 'burned' | 'labeled') =>
    (_: unknown, { input }: { input: object }) => {
      inputs.push({ ...input });
      const said = played[name];
      return typeof said === 'function' ? said() : said;
    };
  const gateway = await startTestGateway({
    env,
    people,
    secrets: {
      Query: {
        metadata: () => played.metadata,
        secret: () => played.gate,
        recentSecrets: () => ({ nodes: played.recent, pageInfo: { hasNextPage: false, endCursor: null } }),
      },
      Mutation: {
        concealSecret: playing('concealed'),
        revealSecret: playing('revealed'),
        burnSecret: playing('burned'),
        labelSecret: playing('labeled'),
      },
    },
  });
  return {
    port: gateway.port,
    played,
    people,
    inputs,
    async send(path, { method, as = 'nobody', form, type = 'application/x-www-form-urlencoded', headers = {} } = {}) {
      const basic = as === 'nina' ? { authorization: credential(`${customer.custid}:api`) } : {};
      const typed = form === undefined ? {} : { 'content-type': type };
      return await ask(gateway.port, path, {
        ...(method === undefined ? {} : { method }),
        ...(form === undefined ? {} : { body: form }),
        headers: { ...basic, ...typed, ...headers },
      });
    },
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

function samePlayed(): Played {
  return {
    metadata,
    recent: [],
    gate,
    concealed,
    revealed,
    burned: { __typename: 'BurnedSecret', metadata: { ...metadata, ...endings.burned } },
    labeled: { __typename: 'LabeledSecret', metadata },
  };
}

/** When the samples below were created, in Unix seconds: a little while ago. */
export const created = Math.floor(Date.now() / 1000) - 100;
const at = created + 50;
const ended = { updated: at, secretKey: null };

/** How far a secret has come. */
export const endings = {
  pending: {},
  received: { ...ended, state: 'RECEIVED', received: at },
  burned: { ...ended, state: 'BURNED', burned: at },
  expired: { ...ended, state: 'EXPIRED', expired: at },
} as const;
export type Ending = keyof typeof endings;

const readers = {
  'of a visitor': {},
  'of the reader': { hasOwner: true, isOwner: true, label: 'for Tom' },
  'of somebody else': { hasOwner: true },
};
const kinds = {
  plain: {},
  guarded: { hasPassphrase: true },
  emailed: { recipients: 'to*****@e*****.com, an*****@e*****.org' },
  generated: { kind: 'GENERATE' },
  'on a custom domain': { shareDomain: 'links.example' },
};

/** Metadata of every kind of secret, in every state, as every kind of reader gets it. */
export const everyMetadata = Object.entries(endings).flatMap(([ending, ends]) =>
  Object.entries(readers).flatMap(([whose, owned]) =>
    Object.entries(kinds).map(([kind, more]) => ({
      name: `${ending}, ${whose}, ${kind}`,
      ending: ending as Ending,
      metadata: { ...metadata, created, updated: created, expiration: created + 1800, ...more, ...owned, ...ends },
    })),
  ),
);
