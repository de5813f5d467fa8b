import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { checkNewPassword } from '../../contracts/credentials.ts';
import { refuse } from '../../lib/calls/refuse.ts';
import { textIn } from '../../lib/use-submit.ts';
import { NewPasswordFields, newPasswordRefusals } from '../../passwords/new-password-fields.tsx';
import { paths } from '../../site/paths.ts';
import { FieldForm } from '../../ui/field-form.tsx';
import { Link } from '../../ui/link.tsx';
import { resetPassword } from './reset-password.ts';

export function ResetForm({ resetKey, onDone }: { resetKey: string; onDone: () => void }) {
  const { t } = useTranslation('public');
  const send = useCallback(
    async (fields: FormData) => {
      const form = { password: textIn(fields, 'password'), confirm: textIn(fields, 'password_confirm') };
      const found = checkNewPassword(form);
      if (found !== null) refuse(found);
      await resetPassword(resetKey, form);
      onDone();
    },
    [resetKey, onDone],
  );
  return (
    <FieldForm
      fields={{
        password: { id: 'reset-password', label: t('resetPassword.label'), blamedFor: newPasswordRefusals.password },
        confirm: { id: 'reset-confirm', label: t('newPassword.confirm'), blamedFor: newPasswordRefusals.confirm },
      }}
      send={send}
      submit={{ label: t('resetPassword.submit'), busy: t('resetPassword.busy') }}
    >
      {(field, code) => (
        <>
          {code === 'bad_reset_key' && (
            <p>
              <Link href={paths.forgot} className="link">
                {t('resetPassword.askAgain')}
              </Link>
            </p>
          )}
          <NewPasswordFields password={field('password')} confirm={field('confirm')} />
        </>
      )}
    </FieldForm>
  );
}
