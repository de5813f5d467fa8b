import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted, mutate } from '../gql/mutate.ts';
import { confirmIdentityOperation } from '../gql/operations/confirm-identity.generated.ts';
import { ApiError } from '../lib/calls/api-error.ts';
import { ProofContext, type Prove } from '../lib/proof.ts';
import { ProofForm } from '../passwords/proof-form.tsx';
import { Modal } from '../ui/modal.tsx';

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

interface Waiting {
  readonly again: () => Promise<void>;
  readonly giveUp: () => void;
}

/** Where colonels change something with a form of its own: if the last proof is too old, asks for password and code and repeats it. */
export function ConfirmedChanges({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('colonel');
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const prove: Prove = async (ask) => {
    const answer = await ask();
    if (answer.__typename !== 'ReauthenticationRequired') return answer;
    const text = t('manage.confirm.text');
    return await new Promise((resolve, reject) => {
      setWaiting({
        async again() {
          resolve(await ask());
          setWaiting(null);
        },
        giveUp() {
          reject(new ApiError({ failure: 'refused', url: '/graphql', serverMessage: text }));
          setWaiting(null);
        },
      });
    });
  };
  return (
    <ProofContext value={prove}>
      {children}
      {waiting !== null && (
        <Modal title={t('manage.confirm.title')} onClose={waiting.giveUp}>
          <ConfirmIdentity onConfirmed={waiting.again} onCancel={waiting.giveUp} />
        </Modal>
      )}
    </ProofContext>
  );
}
