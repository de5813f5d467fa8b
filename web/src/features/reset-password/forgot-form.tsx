import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { checkEmail } from '../../contracts/credentials.ts';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { formToken } from '../../lib/calls/form-token.ts';
import { codeOf, refuse } from '../../lib/calls/refuse.ts';
import { textIn, useSubmit } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { requestReset } from './reset-password.ts';

const fieldId = 'forgot-email';

export function ForgotForm({ onAccepted }: { onAccepted: (email: string) => void }) {
  const { t, i18n } = useTranslation('public');
  const send = useCallback(
    async (fields: FormData) => {
      const email = textIn(fields, 'email').trim();
      if (checkEmail(email) !== null) refuse('bad_email');
      await requestReset(email);
      onAccepted(email);
    },
    [onAccepted],
  );
  const { isBusy, error, onSubmit } = useSubmit(send);
  const problem = describeProblem(error, i18n);
  const isBadEmail = codeOf(error) === 'bad_email';
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={onSubmit}>
      <input type="hidden" name="shrimp" value={formToken() ?? ''} />
      <ProblemNotice problem={problem} field={isBadEmail ? { id: fieldId, label: t('signIn.email') } : undefined} />
      <TextField
        id={fieldId}
        label={t('signIn.email')}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        isReadOnly={isBusy}
        error={isBadEmail ? problem?.text : undefined}
      />
      <ActionButton look="primary" type="submit" isOff={isBusy}>
        {isBusy ? t('forgot.busy') : t('forgot.submit')}
      </ActionButton>
    </form>
  );
}
