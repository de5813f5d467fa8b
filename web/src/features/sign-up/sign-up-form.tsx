import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkSignUp } from '../../contracts/credentials.ts';
import { api } from '../../lib/calls/api.ts';
import { refuseAll } from '../../lib/calls/refuse.ts';
import { textIn, useSubmit } from '../../lib/use-submit.ts';
import { NewPasswordFields, newPasswordRefusals } from '../../passwords/new-password-fields.tsx';
import { pageData } from '../../site/page-data.ts';
import { apiPaths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Around } from '../../ui/around.tsx';
import { FieldForm } from '../../ui/field-form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { EmailField } from '../../ui/text-field.tsx';

interface SignUpFormProps {
  /** Such as `identity`; null: the free plan. */
  readonly planCode: string | null;
  readonly onAccepted: (email: string) => void;
}

/** Address and a new password, twice. The answer is the same whether or not the address has an account; the email says which. */
export function SignUpForm({ planCode, onAccepted }: SignUpFormProps) {
  const { t } = useTranslation('public');
  const send = async (fields: FormData) => {
    const email = textIn(fields, 'email').trim();
    const [password, confirm] = [textIn(fields, 'password'), textIn(fields, 'password_confirm')];
    refuseAll(checkSignUp({ email, password, confirm }, pageData().passwordMinLength));
    const plan = planCode === null ? {} : { plan_code: planCode };
    await api({ path: apiPaths.signUp, form: { email, password, password_confirm: confirm, ...plan } });
    onAccepted(email);
  };
  return (
    <FieldForm
      fields={{
        email: { id: 'sign-up-email', label: t('signIn.email'), blamedFor: ['bad_email'] },
        password: { id: 'sign-up-password', label: t('signIn.password'), blamedFor: newPasswordRefusals.password },
        confirm: { id: 'sign-up-confirm', label: t('newPassword.confirm'), blamedFor: newPasswordRefusals.confirm },
      }}
      send={send}
      submit={{ label: t('signUp.submit'), busy: t('signUp.busy') }}
    >
      {(field) => (
        <>
          <EmailField {...field('email')} hint={t('signUp.emailHint')} />
          <NewPasswordFields password={field('password')} confirm={field('confirm')} />
        </>
      )}
    </FieldForm>
  );
}

/** What to do next; the words are the same whether or not the address was new. */
export function CheckYourEmail({ email, onOtherAddress }: { email: string; onOtherAddress: () => void }) {
  const { t } = useTranslation('public');
  const [isSentAgain, setSentAgain] = useState(false);
  const { isBusy, error, onSubmit } = useSubmit(async () => {
    setSentAgain(false);
    await api({ path: apiPaths.resendVerification, form: { email } });
    setSentAgain(true);
  });
  return (
    <form className="flex flex-col gap-4" onSubmit={onSubmit}>
      <p>
        <Around text={t('checkMail.text', { email: '\n' })}>
          <bdi className="font-semibold">{email}</bdi>
        </Around>
      </p>
      <p className="text-ui text-text-2">{t('checkMail.spam')}</p>
      <ProblemNotice error={error} />
      <div role="status" className="empty:-mb-4">
        {isSentAgain && <Notice kind="success">{t('checkMail.sentAgain')}</Notice>}
      </div>
      <div className="flex flex-wrap gap-3">
        <ActionButton type="submit" className="max-sm:w-full" isOff={isBusy}>
          {isBusy ? t('checkMail.busy') : t('checkMail.again')}
        </ActionButton>
        <ActionButton className="max-sm:w-full" onClick={onOtherAddress}>
          {t('checkMail.otherAddress')}
        </ActionButton>
      </div>
    </form>
  );
}
