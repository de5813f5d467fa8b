import type { ConcealAnswer, ConcealForm } from '@onceover/schema/rest/secret';
import { useRef, useState } from 'react';
import { api } from '../../lib/calls/api.ts';
import { useOneAttempt } from '../../lib/use-one-attempt.ts';
import type { Created } from '../../secrets/created-here.ts';
import { renewFormToken } from '../../session/watch-form-token.ts';
import { apiPaths } from '../../site/paths.ts';

/** What the form sends; the kind decides whether the server generates the secret. */
interface ConcealFields {
  readonly kind: ConcealForm['kind'];
  readonly secret: string;
  readonly passphrase: string;
  readonly ttl: number;
  /** Email address the link is sent to; empty: nobody. */
  readonly recipient: string;
  /** Verified host of the customer for the link; empty: this site. */
  readonly shareDomain: string;
  /** The secret is a password that this browser made, to be shown once with its link. */
  readonly isMadeHere: boolean;
}

/** Stores a secret. The same idempotency key with the same fields never stores it twice. */
async function concealSecret(fields: ConcealFields, idempotencyKey: string): Promise<Created> {
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
  return {
    metadataKey: record.metadata.key,
    generatedValue: record.secret.secret_value ?? (fields.isMadeHere ? fields.secret : null),
    mailedTo: fields.recipient === '' ? null : fields.recipient,
  };
}

type ConcealState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'submitting' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Sends the form once, however often the button is pressed. After a lost answer the next submit uses the same key. */
export function useConcealSecret(onDone: (created: Created) => void) {
  const [state, setState] = useState<ConcealState>({ kind: 'idle' });
  const isUnderWay = useRef(false);
  const attempt = useOneAttempt();
  const submit = async (fields: ConcealFields) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setState({ kind: 'submitting' });
    try {
      onDone(await attempt(fields, (idempotencyKey) => concealSecret(fields, idempotencyKey)));
    } catch (error) {
      isUnderWay.current = false;
      setState({ kind: 'failed', error });
      void renewFormToken();
    }
  };
  return { state, submit };
}
