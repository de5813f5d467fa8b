import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Around } from '../../ui/around.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { resendVerification } from './sign-up.ts';

/** What to do now; the same words whether the address was new or not. */
export function CheckYourMail({ email, onOtherAddress }: { email: string; onOtherAddress: () => void }) {
  const { t, i18n } = useTranslation('public');
  const [isSentAgain, setSentAgain] = useState(false);
  const send = useCallback(async () => {
    setSentAgain(false);
    await resendVerification(email);
    setSentAgain(true);
  }, [email]);
  const { isBusy, error, onSubmit } = useSubmit(send);
  return (
    <form className="flex flex-col gap-4" onSubmit={onSubmit}>
      <p>
        <Around text={t('checkMail.text', { email: '\n' })}>
          <bdi className="font-semibold">{email}</bdi>
        </Around>
      </p>
      <p className="text-ui text-text-2">{t('checkMail.spam')}</p>
      <ProblemNotice problem={describeProblem(error, i18n)} />
      <div role="status" className="empty:-mb-4">
        {isSentAgain && <Notice kind="success">{t('checkMail.sentAgain')}</Notice>}
      </div>
      <div className="flex flex-wrap gap-3">
        <ActionButton look="quiet" type="submit" className="max-sm:w-full" isOff={isBusy}>
          {isBusy ? t('checkMail.busy') : t('checkMail.again')}
        </ActionButton>
        <ActionButton look="quiet" className="max-sm:w-full" onClick={onOtherAddress}>
          {t('checkMail.otherAddress')}
        </ActionButton>
      </div>
    </form>
  );
}
