import { passkeyNameOf } from '@onceover/schema/passkey-name';
import { useTranslation } from 'react-i18next';
import { wrong } from '../../contracts/wrong.ts';
import { accepted, mutate } from '../../gql/mutate.ts';
import { removePasskeyOperation } from '../../gql/operations/remove-passkey.generated.ts';
import { renamePasskeyOperation } from '../../gql/operations/rename-passkey.generated.ts';
import { refuseAll } from '../../lib/calls/refuse.ts';
import { textIn } from '../../lib/use-submit.ts';
import { ProofForm } from '../../passwords/proof-form.tsx';
import { FieldForm } from '../../ui/field-form.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { Passkey, PasskeyDialogProps } from './passkey-dialog.ts';
import { PasskeyNameField } from './passkey-name-field.tsx';

type ChangeProps = PasskeyDialogProps & { readonly passkey: Passkey };

export function RenamePasskey({ passkey: { id, name: known }, onClose, onDone }: ChangeProps) {
  const { t } = useTranslation(['passkeys', 'app']);
  const send = async (fields: FormData) => {
    const name = passkeyNameOf(textIn(fields, 'name')) ?? '';
    refuseAll(wrong({ bad_passkey_name: name === '' }));
    accepted((await mutate(renamePasskeyOperation, { input: { id, name } })).renamePasskey);
    await onDone(t('renamed'));
  };
  return (
    <Modal title={t('rename')} onClose={onClose}>
      <div className="mt-4">
        <FieldForm
          place="section"
          fields={{ name: { id: 'passkey-name', label: t('name'), blamedFor: ['bad_passkey_name'] } }}
          send={send}
          submit={{ label: t('save'), busy: t('app:account.busy') }}
          cancel={{ label: t('app:account.cancel'), onCancel: onClose }}
        >
          {(field) => <PasskeyNameField {...field('name')} defaultValue={known} />}
        </FieldForm>
      </div>
    </Modal>
  );
}

/** Needs the password, and a code where two-step sign-in is on, so that access to an open browser is not enough. */
export function RemovePasskey({ passkey: { id, name }, isTwoStepOn, onClose, onDone }: ChangeProps) {
  const { t } = useTranslation(['passkeys', 'app']);
  const code = isTwoStepOn ? { codeLabel: t('app:account.twoStep.codeOrRecovery') } : {};
  return (
    <Modal title={t('remove')} onClose={onClose}>
      <p className="mt-2 font-medium wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      <p className="mt-2 mb-4 text-ui text-text-2">{t('removeText')}</p>
      <ProofForm
        id="passkey"
        passwordLabel={t('app:account.password.current')}
        {...code}
        submit={t('remove')}
        look="danger"
        onCancel={onClose}
        send={async (typed) => {
          const proof = { password: typed.password, code: isTwoStepOn ? typed.code : null };
          accepted((await mutate(removePasskeyOperation, { input: { id, proof } })).removePasskey);
          await onDone(t('removed'));
        }}
      />
    </Modal>
  );
}
