import { z } from 'zod';

/** What a key store is asked over the network: one `POST /v1/<name>` each, JSON both ways, over mutual TLS. */

const nothing = z.strictObject({});
const version = z.int().min(1).max(999_999_999);
const keyId = z.string().regex(/^[0-9a-z]{26}$/);
/** Of a lasting key. The root lies beside them, and never leaves the store. */
const lastingFile = z
  .string()
  .regex(/^[a-z-]{1,60}\.key$/)
  .refine((file) => file !== 'root.key');
const databaseId = z.uuid();
const bytes = z.base64().max(400);
const checkedKey = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('kek'), version }),
  z.strictObject({ kind: z.literal('root') }),
]);
const owner = z.strictObject({
  id: databaseId,
  home: z.string().max(2000).nullable(),
  starts: z.int().min(0),
  former: z.array(databaseId).max(10_000),
});
const owned = z.strictObject({ owner: owner.nullable() });

/** The answer is 32 raw bytes, or 204 where there is no such key: a text could not be overwritten. */
const KEY = 'key';

export const keyStoreCalls = {
  check: { input: nothing, output: nothing },
  newestKek: { input: nothing, output: z.strictObject({ version: z.int().min(0) }) },
  createKek: { input: z.strictObject({ version }), output: nothing },
  secureKek: { input: z.strictObject({ version }), output: nothing },
  destroyKek: { input: z.strictObject({ version }), output: nothing },
  createRoot: { input: nothing, output: nothing },
  sealCheck: { input: z.strictObject({ key: checkedKey, v: version }), output: z.strictObject({ box: bytes }) },
  opensCheck: {
    input: z.strictObject({ key: checkedKey, v: version, box: bytes }),
    output: z.strictObject({ isRight: z.boolean().nullable() }),
  },
  pepper: { input: nothing, output: KEY },
  createEpochKey: { input: z.strictObject({ keyId }), output: nothing },
  epochKey: { input: z.strictObject({ e: version, keyId, v: version }), output: KEY },
  destroyEpochKey: { input: z.strictObject({ keyId }), output: nothing },
  listEpochKeys: { input: nothing, output: z.strictObject({ keyIds: z.array(keyId) }) },
  destroyOrphans: {
    input: z.strictObject({ databaseIds: z.array(databaseId).max(100), keyIds: z.array(keyId).max(100) }),
    output: z.strictObject({ destroyed: z.int().min(0) }),
  },
  lastingKey: {
    input: z.strictObject({ file: lastingFile, mayMake: z.boolean() }),
    output: KEY,
  },
  readOwner: { input: nothing, output: owned },
  claim: { input: z.strictObject({ owner }), output: owned },
  handOver: { input: z.strictObject({ owner }), output: nothing },
  holdings: { input: nothing, output: z.strictObject({ holdsKeys: z.boolean(), holdsEpochKeys: z.boolean() }) },
} as const;

export type KeyStoreCalls = typeof keyStoreCalls;
export type CallName = keyof KeyStoreCalls;
export type CallInput<Name extends CallName> = z.output<KeyStoreCalls[Name]['input']>;
export type CallOutput<Name extends CallName> = KeyStoreCalls[Name]['output'] extends z.ZodType
  ? z.output<KeyStoreCalls[Name]['output']>
  : Buffer | null;

export const callPath = (name: CallName): string => `/v1/${name}`;

/** The answer's header that names the store: its id, then those that it had before. */
export const STORE_HEADER = 'key-store';

/** Why a call was refused: the status says how, the message is for operators and holds no key. */
export const callRefusal = z.strictObject({
  /** `unsafe` and `foreign`: the errors of those names. `refused`: this client may not. `failed`: the store cannot now. */
  error: z.enum(['unsafe', 'foreign', 'refused', 'failed', 'not-understood']),
  message: z.string(),
});

export const refusalStatus = { 'not-understood': 400, refused: 403, unsafe: 409, foreign: 409, failed: 503 } as const;

export const MOST_BYTES = 262_144;
