import type { CustomerFacts } from '@onceover/schema/internal/customer';
import type { Bells } from '@onceover/service-kit/bells';
import { type Asked, ask, post } from './ask.ts';
import { customer, fakeAccounts } from './fake-accounts.ts';
import type { FakeServices } from './fake-subgraphs.ts';
import { startTestGateway } from './start-test-gateway.ts';

type Fields = Readonly<Record<string, string>>;

/** A gateway in front of played services, and one customer who is signed in and has tokens. */
export interface SignedInGateway extends AsyncDisposable {
  readonly port: number;
  /** The id of the customer's session. */
  readonly session: string;
  /** By session; `as` names a token by its scope or `api`, or nobody. */
  get(path: string, as?: string): Promise<Asked>;
  /** By session, with its form token. */
  post(path: string, fields?: Fields, as?: string): Promise<Asked>;
}

const session = 'S'.repeat(43);
const all = ['secrets-write', 'secrets-read-meta', 'recent', 'account', 'domains', 'events-read'];

export async function signedInGateway(
  services: FakeServices & { readonly env?: Fields; readonly bells?: Bells },
  facts: Partial<CustomerFacts> = {},
): Promise<SignedInGateway> {
  const people = fakeAccounts({
    sessions: new Map([[session, { customer: { ...customer, ...facts } }]]),
    tokens: new Map([['api', all] as const, ...all.map((scope) => [scope, [scope]] as const)].map(named)),
  });
  const gateway = await startTestGateway({ ...services, people });
  const { port } = gateway;
  const cookie = `sess=${session}`;
  return {
    port,
    session,
    get: (path, as = 'session') => ask(port, path, { headers: as === 'session' ? { cookie } : credential(as) }),
    async post(path, fields = {}, as = 'session') {
      if (as !== 'session') return await post(port, path, fields, credential(as));
      const { json } = await post(port, '/api/v2/validate-shrimp', {}, { cookie });
      return await post(port, path, { ...fields, shrimp: json.shrimp }, { cookie });
    },
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

function named([token, scopes]: readonly [string, readonly string[]]): [string, readonly string[]] {
  return [`${customer.custid}:${token}`, scopes];
}

function credential(token: string): Fields {
  if (token === 'nobody') return {};
  return { authorization: `Basic ${Buffer.from(`${customer.custid}:${token}`).toString('base64')}` };
}
