import { z } from 'zod';

/** Unix seconds. */
const moment = z.int();

/**
 * Takes over a secret of a server of Onetime Secret with its keys, so that its links go on, or only what its creator sees of
 * it. The same `metadataKey` is taken over once. `left`: nothing was stored, and `reason` says why, in English for operators;
 * so are keys and moments that cannot be.
 *
 * Source  dialects 8
 */
export const importSecret = {
  name: 'secrets.importSecret',
  askers: ['gateway'],
  whenLost: 'repeat',
  input: z.object({
    metadataKey: z.string().max(64),
    /** Null: the other server does not say it any more. */
    secretKey: z.string().max(64).nullable(),
    state: z.enum(['new', 'received', 'burned', 'expired']),
    /** The account here; null: anonymous. */
    ownerRef: z.uuid().nullable(),
    created: moment,
    /** When its record changed last; null: unknown. */
    updated: moment.nullable(),
    received: moment.nullable(),
    burned: moment.nullable(),
    /** As it was chosen at creation. */
    lifetimeSeconds: z.int(),
    /** When that ends. */
    expiresAt: moment,
    /** Obscured addresses as they are shown, joined by a comma. */
    recipients: z.string().max(10_000).nullable(),
    /** The host of a custom domain of the owner; it is shown where it is verified here. */
    shareDomain: z.string().max(300).nullable(),
    /** What it says, opened; null: that is not taken over. */
    value: z.string().nullable(),
  }),
  output: z.object({
    outcome: z.enum(['imported', 'already-there', 'left']),
    reason: z.string().exactOptional(),
  }),
} as const;
