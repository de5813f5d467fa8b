import { z } from 'zod';

const delivery = z.object({ deliveryId: z.uuid() });

const claimed = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('envelope'), /** Base64. */ sealed: z.string(), keyId: z.string() }),
  /** The secret has ended, the token was used, or the envelope is past its time: send nothing. */
  z.object({ kind: z.literal('gone') }),
]);

/** Exchanges a delivery id for its sealed envelope, as often as asked until it is acknowledged or gone. */
export const claimSecretDelivery = {
  name: 'secrets.claimDelivery',
  askers: ['notifications'],
  whenLost: 'repeat',
  input: delivery,
  output: claimed,
} as const;
export const claimAccountDelivery = {
  name: 'accounts.claimDelivery',
  askers: ['notifications'],
  whenLost: 'repeat',
  input: delivery,
  output: claimed,
} as const;

/** The email has left (or never will): the envelope is deleted. Does nothing for unknown ones. */
export const forgetSecretDelivery = {
  name: 'secrets.forgetDelivery',
  askers: ['notifications'],
  whenLost: 'repeat',
  input: delivery,
  output: z.object({}),
} as const;
export const forgetAccountDelivery = {
  name: 'accounts.forgetDelivery',
  askers: ['notifications'],
  whenLost: 'repeat',
  input: delivery,
  output: z.object({}),
} as const;

/** The key that envelopes are sealed to; ask again after `useUntil`. The private part is destroyed seven days later. */
export const sealingKey = {
  name: 'notifications.sealingKey',
  askers: ['accounts', 'secrets'],
  whenLost: 'repeat',
  input: z.object({}),
  output: z.object({ keyId: z.string(), /** Base64, 32 bytes. */ publicKey: z.string(), useUntil: z.iso.datetime() }),
} as const;
