import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** A secret link was made. Says how long it lives and how big it is, roughly; never what it says or who may open it. */
export const secretCreatedData = z.object({
  kind: classed('public', z.enum(['share', 'generate', 'incoming', 'verification'])),
  ttlSeconds: classed('public', z.int().positive()),
  expiresAt: classed('public', z.iso.datetime()),
  hasPassphrase: classed('public', z.boolean()),
  truncated: classed('public', z.boolean()),
  /** Rough, so that the log does not tell one content from another. */
  sizeBucket: classed('internal', z.enum(['1k', '10k', 'more'])),
  ownerRef: classed('tenant', z.uuid().optional()),
  shareDomainId: classed('tenant', z.string().max(64).optional()),
  recipientCount: classed('tenant', z.int().min(0)),
});

export const secretCreatedV1 = envelopeOf('secret.created', 1, secretCreatedData);

export interface SecretCreated {
  readonly type: 'secret.created';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof secretCreatedData>>;
}
