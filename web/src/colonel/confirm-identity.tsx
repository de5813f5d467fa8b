import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted, mutate } from '../gql/mutate.ts';
import { confirmIdentityOperation } from '../gql/operations/confirm-identity.generated.ts';
import { ProofForm } from '../passwords/proof-form.tsx';

interface ConfirmIdentityProps {
  /** What was asked for, again; now it is accepted. */
  readonly onConfirmed: () => Promise<void>;
  readonly onCancel: () => void;
}

/** Password and a code, once more, before something is changed in the administration; then it goes on by itself. */
export function ConfirmIdentity({ onConfirmed, onCancel }: ConfirmIdentityProps) {
  const { t } = useTranslation('colonel');
  // It takes the place of the form that had the focus.
  useEffect(() => document.getElementById('confirm-password')?.focus(), []);
  return (
    <ProofForm
      id="confirm"
      passwordLabel={t('manage.password')}
      codeLabel={t('manage.code')}
      submit={t('manage.confirm.submit')}
      onCancel={onCancel}
      send={async (input) => {
        accepted((await mutate(confirmIdentityOperation, { input })).confirmIdentity);
        await onConfirmed();
      }}
    >
      <p className="mt-2 text-ui text-text-2">{t('manage.confirm.text')}</p>
    </ProofForm>
  );
}
