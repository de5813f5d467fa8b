import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted, mutate } from '../gql/mutate.ts';
import { confirmIdentityOperation } from '../gql/operations/confirm-identity.generated.ts';
import { refuseAll } from '../lib/calls/refuse.ts';
import { textIn } from '../lib/use-submit.ts';
import { FieldForm } from '../ui/field-form.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { CodeField } from '../ui/text-field.tsx';

const passwordId = 'confirm-password';

interface ConfirmIdentityProps {
  /** What was asked for, again; now it is accepted. */
  readonly onConfirmed: () => Promise<void>;
  readonly onCancel: () => void;
}

/** Password and a code, once more, before something is changed in the administration; then it goes on by itself. */
export function ConfirmIdentity({ onConfirmed, onCancel }: ConfirmIdentityProps) {
  const { t } = useTranslation(['colonel', 'app', 'public']);
  // It takes the place of the form that had the focus.
  useEffect(() => document.getElementById(passwordId)?.focus(), []);
  const send = async (fields: FormData) => {
    const input = { password: textIn(fields, 'password'), code: textIn(fields, 'code').trim() };
    refuseAll([
      ...(input.password === '' ? (['missing_password'] as const) : []),
      ...(input.code === '' ? (['bad_code'] as const) : []),
    ]);
    const { confirmIdentity } = await mutate(confirmIdentityOperation, { input });
    accepted(confirmIdentity);
    await onConfirmed();
  };
  return (
    <FieldForm
      place="section"
      fields={{
        password: {
          id: passwordId,
          label: t('manage.password'),
          blamedFor: ['missing_password', 'bad_password'],
        },
        code: { id: 'confirm-code', label: t('manage.code'), blamedFor: ['bad_code'] },
      }}
      send={send}
      submit={{ label: t('manage.confirm.submit'), busy: t('app:account.busy') }}
      cancel={{ label: t('app:account.cancel'), onCancel }}
    >
      {(field) => (
        <>
          <p className="mt-2 text-ui text-text-2">{t('manage.confirm.text')}</p>
          <PasswordField
            {...field('password')}
            showLabel={t('public:newPassword.show')}
            name="password"
            autoComplete="current-password"
          />
          <CodeField {...field('code')} />
        </>
      )}
    </FieldForm>
  );
}
