import { knexOn } from '@onceover/event-store';
import type { Caller } from '@onceover/schema/caller';
import { customer, visitor } from '@onceover/schema/test-support/callers';
import { newId } from '@onceover/service-kit/ids';
import { parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuditKey, verifierOf } from '../../../adapters/keys/audit-key.ts';
import { createPostgresCheckpointBook } from '../../../adapters/postgres/audit-checkpoints.ts';
import { startTestAudit, type TestAudit } from '../../../test-support/test-audit.ts';
import { hashCheckpoint, signedMessage } from '../checkpoint.ts';
import { signTrail } from '../sign-trail.ts';

type SignedEntry = Readonly<Record<'kind' | 'log' | 'hash', string>> & { readonly seq: number };
type Signature = Readonly<
  Record<'kind' | 'log' | 'head' | 'at' | 'keyId' | 'prevHash' | 'hash' | 'signature', string>
> &
  Readonly<Record<'seq' | 'number', number>>;
const NONE = Buffer.alloc(0);

let audit: TestAudit;
const [nina, tom] = [newId(), newId()];
beforeAll(async () => {
  audit = await startTestAudit();
  const { append, drain } = audit;
  for (const tenantRef of [nina, tom, nina]) await append('secrets', 'secret.created', {}, { tenantRef });
  await append('accounts', 'security.signed_in', {}, { tenantRef: nina, networkTag: 'bGFwdG9w' });
  await drain();
});
afterAll(() => audit[Symbol.asyncDispose]());

const colonel = customer(newId(), { role: 'colonel', hasSecondFactor: true });

const document = parse(`query ($of: [_Any!]!, $first: Int!, $after: String, $kind: AuditKind) {
  _entities(representations: $of) { ... on Customer {
    auditTrail(first: $first, after: $after, kind: $kind) { entries { id kind seq log action by target occasions surface request networkTag } endCursor } } } }`);

interface Trail {
  readonly entries: readonly {
    readonly id: string;
    readonly action: string;
    readonly surface: string;
    readonly request: string | null;
    readonly networkTag: string | null;
  }[];
  readonly endCursor: string | null;
}
async function trailOf(id: string, caller: Caller, wanted: object = {}): Promise<Trail | null> {
  const variables = { of: [{ __typename: 'Customer', id }], first: 50, ...wanted };
  const { data, errors } = await audit.service.subgraph.execute({ document, variables, caller });
  expect(errors).toBeUndefined();
  const [found] = (data?._entities as readonly ({ auditTrail: Trail | null } | null)[] | undefined) ?? [];
  return found?.auditTrail ?? null;
}

test('owners see what happened to their own account and secrets, newest first, with the surface, without requests and networks', async () => {
  const trail = await trailOf(nina, customer(nina));
  expect(trail?.entries.map(({ action }) => action)).toEqual([
    'security.signed_in',
    'secret.created',
    'secret.created',
  ]);
  for (const { surface, request, networkTag } of trail?.entries ?? []) {
    expect([surface, request, networkTag]).toEqual(['system', null, null]);
  }
  expect((await trailOf(tom, customer(tom)))?.entries).toHaveLength(1);
  expect((await trailOf(nina, customer(nina), { kind: 'SECURITY' }))?.entries).toHaveLength(1);
});

test('a colonel sees the trail of anybody, with requests and networks', async () => {
  const trail = await trailOf(nina, colonel);
  expect(trail?.entries.every(({ request }) => request === 'req-test')).toBe(true);
  expect(trail?.entries.map(({ networkTag }) => networkTag)).toEqual(['bGFwdG9w', null, null]);
});

test.each<[string, () => Caller]>([
  ['a visitor', () => visitor],
  ['somebody else', () => customer(tom)],
  ['a colonel without the second factor', () => ({ ...colonel, hasSecondFactor: false })],
  ['a narrow token', () => customer(nina, { credential: { kind: 'token', ref: 't', scopes: ['recent'] } })],
])('a trail is nothing to %s', async (_who, caller) => {
  expect(await trailOf(nina, caller())).toBeNull();
});

test('a trail read page by page has every entry once, and what is no cursor begins at the newest', async () => {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const page: Trail | null = await trailOf(nina, colonel, { first: 1, after });
    ids.push(...(page?.entries.map(({ id }) => id) ?? []));
    after = page?.endCursor ?? null;
  } while (after !== null);
  expect(new Set(ids).size).toBe(3);
  expect(ids).toHaveLength(3);
  const all = (await trailOf(nina, colonel))?.entries;
  for (const unknown of ['', 'x', "' or 1=1", 'Zm9v']) {
    expect((await trailOf(nina, colonel, { after: unknown }))?.entries).toEqual(all);
  }
});

test('owners see what was signed last of each of their chains, and can check it with the public key alone', async () => {
  const { owner, config } = audit;
  const openRetentionPool = () => expect.fail('nothing goes');
  const key = await openAuditKey(config.keysDir);
  await signTrail(createPostgresCheckpointBook({ pool: owner, knex: knexOn(owner), openRetentionPool }), key);
  const signed = parse(`query ($of: [_Any!]!) { _entities(representations: $of) { ... on Customer { auditTrail {
    entries { kind log seq hash } signatures { kind log seq head at keyId number prevHash hash signature } } } } }`);
  const variables = { of: [{ __typename: 'Customer', id: nina }] };
  const { data, errors } = await audit.service.subgraph.execute({
    document: signed,
    variables,
    caller: customer(nina),
  });
  expect(errors).toBeUndefined();
  const [found] = (data?._entities ?? []) as { auditTrail: { entries: SignedEntry[]; signatures: Signature[] } }[];
  const { entries = [], signatures = [] } = found?.auditTrail ?? {};
  expect(signatures.map(({ kind, log, seq }) => [kind, log, seq])).toEqual([
    ['ACTIVITY', 'secrets', 2],
    ['SECURITY', 'accounts', 1],
  ]);
  for (const { kind, log, seq, head, at, keyId, number, prevHash, hash, signature } of signatures) {
    expect(entries).toContainEqual({ kind, log, seq, hash: head });
    const [headBytes, prevBytes, hashBytes, signatureBytes] = [head, prevHash, hash, signature].map((text) =>
      Buffer.from(text, 'hex'),
    );
    const about = { about: 'chain', tenantRef: nina, kind: kind.toLowerCase() as 'activity', log } as const;
    const facts = { number, seq, keyId, head: headBytes ?? NONE, prevHash: prevBytes ?? NONE };
    expect(hashCheckpoint({ ...about, ...facts, at })).toEqual(hashBytes);
    expect(verifierOf(key.publicKey).verify(signedMessage(hashBytes ?? NONE), signatureBytes ?? NONE)).toBe(true);
  }
});
