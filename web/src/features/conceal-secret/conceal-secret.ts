import { api } from '../../lib/calls/api.ts';
import { apiPaths } from '../../site/paths.ts';

/** What the form sends; the kind decides whether the server makes the secret itself. */
export interface ConcealFields {
  readonly kind: 'share' | 'generate';
  readonly secret: string;
  readonly passphrase: string;
  readonly ttl: number;
  /** E-mail address the link is sent to; empty: nobody. */
  readonly recipient: string;
  /** Verified host of the customer for the link; empty: this site. */
  readonly shareDomain: string;
}

interface ConcealAnswer {
  readonly record: {
    readonly metadata: { readonly key: string };
    readonly secret: { readonly secret_value?: string };
  };
}

export interface Concealed {
  readonly metadataKey: string;
  /** Only when the server generated it: shown once, from this tab's memory. */
  readonly generatedValue: string | null;
}

/** Stores a secret. The same idempotency key with the same fields never stores it twice. */
export async function concealSecret(fields: ConcealFields, idempotencyKey: string): Promise<Concealed> {
  const form = {
    utf8: '✓',
    kind: fields.kind,
    secret: fields.secret,
    passphrase: fields.passphrase,
    ttl: String(fields.ttl),
    share_domain: fields.shareDomain,
    ...(fields.recipient === '' ? {} : { 'recipient[]': fields.recipient }),
  };
  const { record } = await api<ConcealAnswer>({ path: apiPaths.conceal, form, idempotencyKey });
  return { metadataKey: record.metadata.key, generatedValue: record.secret.secret_value ?? null };
}
