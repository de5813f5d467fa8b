import type { InlineWrite } from '@onceover/event-store';
import type { MadeSecret } from '../conceal/concealed.ts';
import type { SecretRows } from '../secret/ports.ts';
import type { Mailing } from './mailing.ts';

/** Longest life of a sealed mail: the private key that opens it is destroyed after that time. */
const envelopeMs = 7 * 86_400_000;

/** The mails of a secret as they are stored, sealed with the link in them. */
export function deliveryRows(rows: SecretRows, { mails, seal }: Mailing, made: MadeSecret): InlineWrite[] {
  const { lookup, createdAt, expiresAt, hasPassphrase } = made.binding;
  const link = { path: `/secret/${made.keys.secretKey}`, hasPassphrase, expiresAt: expiresAt.toISOString() };
  const sealedUntil = new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + envelopeMs));
  return mails.map(({ deliveryId, envelope }, place) =>
    rows.delivery({
      deliveryId,
      lookup,
      place,
      at: createdAt,
      ...seal(deliveryId, envelope(link)),
      expiresAt: sealedUntil,
    }),
  );
}
