import type { PasskeyOptionsAnswer, SignInAnswer } from '@onceover/schema/rest/doors';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/calls/api.ts';
import { codeOf } from '../../lib/calls/refuse.ts';
import { useAction } from '../../lib/use-submit.ts';
import { answerByPasskey, PasskeyCanceled } from '../../passkeys/ask-browser.ts';
import { arePasskeysHere } from '../../passkeys/passkeys-here.ts';
import { apiPaths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

// Here and not with the other addresses, which every page loads.
const path = `${apiPaths.signIn}/passkey`;
const optionsPath = `${path}/options`;

export interface PasskeyButtonProps {
  /** Whether it takes the place of a code, after the password. */
  readonly isSecondStep: boolean;
  readonly redirect: string;
  readonly onSignedIn: () => void | Promise<void>;
  /** When a code has to follow. */
  readonly onSecondStep: () => void;
}

/** Signs in by passkey. As a second step it is there only where the account has a passkey. */
export function PasskeyButton({ isSecondStep, redirect, onSignedIn, onSecondStep }: PasskeyButtonProps) {
  const { t } = useTranslation(['passkeys', 'public']);
  const isOffered = useOffer(isSecondStep);
  const [isCanceled, setCanceled] = useState(false);
  const { isBusy, error, run } = useAction();
  const step: Readonly<Record<string, string>> = isSecondStep ? { second_step: 'true' } : {};
  const signIn = async () => {
    setCanceled(false);
    const { details } = await api<PasskeyOptionsAnswer>({ path: optionsPath, form: step });
    const answer = await answerByPasskey(details.options);
    const remembered: Readonly<Record<string, string>> = wantsRememberMe() ? { remember_me: 'true' } : {};
    const sent = await api<SignInAnswer>({ path, form: { answer, redirect, ...step, ...remembered } });
    await (sent.details.second_step ? onSecondStep() : onSignedIn());
  };
  const act = () =>
    run(() =>
      signIn().catch((problem: unknown) => {
        if (!(problem instanceof PasskeyCanceled)) throw problem;
        setCanceled(true);
      }),
    );
  if (!isOffered) return null;
  return (
    <div className="flex flex-col gap-3">
      <ProblemNotice error={error} />
      <ActionButton className="w-full" isOff={isBusy} onClick={() => void act()}>
        {isBusy ? t('public:signIn.busy') : t(isSecondStep ? 'secondStep' : 'signIn')}
      </ActionButton>
      <p role="status" className="text-small text-text-2 empty:hidden">
        {isCanceled && t('canceled')}
      </p>
    </div>
  );
}

/** Whether there is a passkey to answer with; on the page to sign in only the browser knows. */
function useOffer(isSecondStep: boolean): boolean {
  const [isOffered, setOffered] = useState(!isSecondStep && arePasskeysHere());
  useEffect(() => {
    if (!isSecondStep || !arePasskeysHere()) return;
    const asked = api({ path: optionsPath, form: { second_step: 'true' }, isBackground: true });
    // Whatever else is wrong: pressing the button asks again, and says it.
    const isNone = (problem: unknown) => ['no_passkeys', 'second_step_expired'].includes(codeOf(problem) ?? '');
    asked.then(() => setOffered(true)).catch((problem: unknown) => setOffered(!isNone(problem)));
  }, [isSecondStep]);
  return isOffered;
}

/** As ticked in the form beside it. */
function wantsRememberMe(): boolean {
  const [box] = document.getElementsByName('remember_me');
  return box instanceof HTMLInputElement && box.checked;
}
