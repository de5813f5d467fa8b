import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';

/** What a caller was told, whichever door they came by. */
export interface Told {
  readonly way: 'reveal' | 'burn';
  readonly by: string;
  /** They are told that it was them. */
  readonly isWon: boolean;
  readonly value: string | undefined;
  /** `404 unknown_secret` and the like. */
  readonly said: string;
}

/** How one door opens and burns. */
export interface Way {
  readonly name: string;
  reveal(client: ApiClient, key: string, given: Given): Promise<Told>;
  burn(client: ApiClient, key: string, given: Given): Promise<Told>;
}

export interface Given {
  readonly passphrase?: string;
  /** A claim token; only some doors take one. */
  readonly token?: string;
}

interface RestDoor {
  readonly name: string;
  reveal(key: string): string;
  burn(key: string): string;
  // biome-ignore lint/suspicious/noExplicitAny: each dialect has a shape of its own.
  contentOf(body: any): string | undefined;
}

const later = (name: string, base: string): RestDoor => ({
  name,
  reveal: (key) => `${base}/secret/${key}/reveal`,
  burn: (key) => `${base}/receipt/${key}/burn`,
  contentOf: (body) => body.record?.secret_value,
});

const doors: readonly RestDoor[] = [
  {
    name: '/api/v2',
    reveal: (key) => `/api/v2/secret/${key}`,
    burn: (key) => `/api/v2/private/${key}/burn`,
    contentOf: (body) => body.record?.secret_value,
  },
  {
    name: '/api/v1',
    reveal: (key) => `/api/v1/secret/${key}`,
    burn: (key) => `/api/v1/private/${key}/burn`,
    contentOf: (body) => body.value,
  },
  later('/api/v2, later', '/api/v2'),
  later('/api/v2/guest', '/api/v2/guest'),
  later('/api/v3/guest', '/api/v3/guest'),
];

function byRest({ name, reveal, burn, contentOf }: RestDoor): Way {
  const told = (way: Told['way'], { status, body }: ApiAnswer): Told => {
    const value = way === 'reveal' && status === 200 ? contentOf(body) : undefined;
    return { way, by: name, isWon: status === 200, value, said: `${status} ${body?.code}` };
  };
  const fields = ({ passphrase }: Given) => ({ continue: 'true', ...(passphrase !== undefined && { passphrase }) });
  return {
    name,
    async reveal(client, key, given) {
      const headers = given.token === undefined ? {} : { 'idempotency-key': given.token };
      return told('reveal', await client.post(reveal(key), fields(given), headers));
    },
    burn: async (client, key, given) => told('burn', await client.post(burn(key), fields(given))),
  };
}

const REVEAL = `mutation Reveal($input: RevealSecretInput!) {
  revealSecret(input: $input) { __typename ... on RevealedSecret { value } ... on Refusal { code } }
}`;
const BURN = `mutation Burn($input: BurnSecretInput!) {
  burnSecret(input: $input) { __typename ... on SecretNotBurnable { code } ... on Refusal { code } }
}`;

const byGraph: Way = {
  name: 'graph',
  async reveal(client, key, { passphrase, token }) {
    const input = { key, continue: true, passphrase, idempotencyKey: token };
    return toldByGraph('reveal', await client.postJson('/graphql', { query: REVEAL, variables: { input } }));
  },
  async burn(client, key, { passphrase }) {
    const input = { key, continue: true, passphrase };
    return toldByGraph('burn', await client.postJson('/graphql', { query: BURN, variables: { input } }));
  },
};

function toldByGraph(way: Told['way'], { status, body }: ApiAnswer): Told {
  const { __typename: type, value, code } = body?.data?.[`${way}Secret`] ?? {};
  const failed = body?.errors?.[0]?.extensions?.code;
  return {
    way,
    by: 'graph',
    isWon: type === 'RevealedSecret' || type === 'BurnedSecret',
    value,
    said: `${status} ${code ?? failed}`,
  };
}

export const ways: readonly Way[] = [...doors.map(byRest), byGraph];
