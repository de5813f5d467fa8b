import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { checkSignUp } from '../../contracts/credentials.ts';
import { refuse } from '../../lib/calls/refuse.ts';
import { textIn } from '../../lib/use-submit.ts';
import { NewPasswordFields, newPasswordRefusals } from '../../passwords/new-password-fields.tsx';
import { FieldForm } from '../../ui/field-form.tsx';
import { EmailField } from '../../ui/text-field.tsx';
import { signUp } from './sign-up.ts';

interface SignUpFormProps {
  readonly planCode: string | null;
  readonly onAccepted: (email: string) => void;
}

/** Address and a new password, twice. */
export function SignUpForm({ planCode, onAccepted }: SignUpFormProps) {
  const { t } = useTranslation('public');
  const send = useCallback(
    async (fields: FormData) => {
      const form = {
        email: textIn(fields, 'email'),
        password: textIn(fields, 'password'),
        confirm: textIn(fields, 'password_confirm'),
      };
      const found = checkSignUp(form);
      if (found !== null) refuse(found);
      await signUp({ ...form, planCode });
      onAccepted(form.email.trim());
    },
    [planCode, onAccepted],
  );
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
