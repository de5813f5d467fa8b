import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { checkEmail } from '../../contracts/credentials.ts';
import { refuseAll } from '../../lib/calls/refuse.ts';
import { textIn } from '../../lib/use-submit.ts';
import { FieldForm } from '../../ui/field-form.tsx';
import { EmailField } from '../../ui/text-field.tsx';
import { resendVerification } from './resend-verification.ts';

interface ResendFormProps {
  /** What the person typed on the page before; empty: nothing. */
  readonly known: string;
  readonly onAccepted: (email: string) => void;
}

/** Asks for the verification email again. The answer is the same for every address. */
export function ResendForm({ known, onAccepted }: ResendFormProps) {
  const { t } = useTranslation('public');
  const send = useCallback(
    async (fields: FormData) => {
      const email = textIn(fields, 'email').trim();
      refuseAll(checkEmail(email));
      await resendVerification(email);
      onAccepted(email);
    },
    [onAccepted],
  );
  return (
    <FieldForm
      fields={{ email: { id: 'resend-email', label: t('signIn.email'), blamedFor: ['bad_email'] } }}
      send={send}
      submit={{ label: t('checkMail.again'), busy: t('checkMail.busy') }}
    >
      {(field) => <EmailField {...field('email')} defaultValue={known} />}
    </FieldForm>
  );
}
