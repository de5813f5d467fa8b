import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wrong } from '../../contracts/wrong.ts';
import { accepted, mutate } from '../../gql/mutate.ts';
import { addPasskeyOperation } from '../../gql/operations/add-passkey.generated.ts';
import { beginPasskeyOperation } from '../../gql/operations/begin-passkey.generated.ts';
import { refuseAll } from '../../lib/calls/refuse.ts';
import { textIn } from '../../lib/use-submit.ts';
import { createPasskey, PasskeyCanceled, PasskeyKnown } from '../../passkeys/ask-browser.ts';
import { FieldForm } from '../../ui/field-form.tsx';
import { Modal } from '../../ui/modal.tsx';
import { CurrentPasswordField } from '../../ui/password-field.tsx';
import { CodeField } from '../../ui/text-field.tsx';
import type { PasskeyDialogProps } from './passkey-dialog.ts';
import { PasskeyNameField } from './passkey-name-field.tsx';

/** Asks for a name and for who it is, then lets the browser make the passkey. Whoever cancels there is back in the form. */
export function AddPasskey({ isTwoStepOn, onClose, onDone }: PasskeyDialogProps) {
  const { t } = useTranslation(['passkeys', 'app']);
  const [said, setSaid] = useState<'canceled' | 'known' | null>(null);
  const add = async (fields: FormData) => {
    setSaid(null);
    const typed = typedIn(fields, isTwoStepOn);
    const { password, code, name } = typed;
    const input = { password, code: isTwoStepOn ? code : null };
    const { options } = accepted((await mutate(beginPasskeyOperation, { input })).beginPasskey);
    const answer = await createPasskey(options);
    accepted((await mutate(addPasskeyOperation, { input: { name, answer } })).addPasskey);
    await onDone(t('added'));
  };
  const send = (fields: FormData) =>
    add(fields).catch((problem: unknown) => {
      if (problem instanceof PasskeyCanceled) setSaid('canceled');
      else if (problem instanceof PasskeyKnown) setSaid('known');
      else throw problem;
    });
  return (
    <Modal title={t('add')} onClose={onClose}>
      <p className="mt-2 mb-4 text-ui text-text-2">{t('addText')}</p>
      <FieldForm
        place="section"
        fields={{
          name: { id: 'passkey-name', label: t('name'), blamedFor: ['bad_passkey_name'] },
          password: {
            id: 'passkey-password',
            label: t('app:account.password.current'),
            blamedFor: ['missing_password', 'bad_password'],
          },
          code: { id: 'passkey-code', label: t('app:account.twoStep.codeOrRecovery'), blamedFor: ['bad_code'] },
        }}
        send={send}
        submit={{ label: t('add'), busy: t('app:account.busy') }}
        cancel={{ label: t('app:account.cancel'), onCancel: onClose }}
      >
        {(field) => (
          <>
            <PasskeyNameField {...field('name')} />
            <CurrentPasswordField {...field('password')} name="password" />
            {isTwoStepOn && <CodeField {...field('code')} />}
            <p role="status" className="text-small text-text-2 empty:hidden">
              {said !== null && t(said)}
            </p>
          </>
        )}
      </FieldForm>
    </Modal>
  );
}

function typedIn(fields: FormData, hasCode: boolean) {
  const name = textIn(fields, 'name').trim();
  const password = textIn(fields, 'password');
  const code = textIn(fields, 'code').trim();
  refuseAll(
    wrong({
      bad_passkey_name: name === '',
      missing_password: password === '',
      bad_code: hasCode && code === '',
    }),
  );
  return { name, password, code };
}
