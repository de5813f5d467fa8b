import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { checkEmail } from '../../contracts/credentials.ts';
import { api } from '../../lib/calls/api.ts';
import { refuseAll } from '../../lib/calls/refuse.ts';
import { textIn } from '../../lib/use-submit.ts';
import { apiPaths } from '../../site/paths.ts';
import { FieldForm } from '../../ui/field-form.tsx';
import { EmailField } from '../../ui/text-field.tsx';

/** Asks for a reset link. The answer is the same for every address. */
export function ForgotForm({ onAccepted }: { onAccepted: (email: string) => void }) {
  const { t } = useTranslation('public');
  const send = useCallback(
    async (fields: FormData) => {
      const email = textIn(fields, 'email').trim();
      refuseAll(checkEmail(email));
      await api({ path: apiPaths.forgot, form: { email } });
      onAccepted(email);
    },
    [onAccepted],
  );
  return (
    <FieldForm
      fields={{ email: { id: 'forgot-email', label: t('signIn.email'), blamedFor: ['bad_email'] } }}
      send={send}
      submit={{ label: t('forgot.submit'), busy: t('forgot.busy') }}
    >
      {(field) => <EmailField {...field('email')} />}
    </FieldForm>
  );
}
