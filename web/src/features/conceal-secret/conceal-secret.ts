import type { ConcealAnswer } from '@onceover/schema/rest/secret';
import { useRef, useState } from 'react';
import type { FormCaptcha } from '../../contracts/form-captcha.ts';
import { api } from '../../lib/calls/api.ts';
import { useOneAttempt } from '../../lib/use-one-attempt.ts';
import type { Created } from '../../secrets/created-here.ts';
import { renewFormToken } from '../../session/watch-form-token.ts';
import { apiPaths } from '../../site/paths.ts';

interface Wish {
  readonly form: Readonly<Record<string, string>>;
  /** A password that this browser made, to be shown once with its link; null: the answer has one, or there is none. */
  readonly madeHere: string | null;
  /** Email address the link is sent to; null: nobody. */
  readonly mailedTo: string | null;
}

/**
 * Stores a secret, once, however often the button is pressed. After a lost answer the next submit uses the same key, which with
 * the same fields never stores it twice. A network that creates very many is asked for a captcha.
 */
export function useConcealSecret(captcha: FormCaptcha, onDone: (created: Created) => void) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isUnderWay = useRef(false);
  const attempt = useOneAttempt();
  const submit = async ({ form, madeHere, mailedTo }: Wish) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    setError(null);
    try {
      const { record } = await captcha.send((solved) =>
        attempt(form, (idempotencyKey) =>
          api<ConcealAnswer>({ path: apiPaths.conceal, form: { ...form, ...solved }, idempotencyKey }),
        ),
      );
      onDone({
        metadataKey: record.metadata.key,
        generatedValue: record.secret.secret_value ?? madeHere,
        mailedTo,
      });
    } catch (failure) {
      isUnderWay.current = false;
      setBusy(false);
      setError(failure);
      void renewFormToken();
    }
  };
  return { isBusy, error, submit };
}
