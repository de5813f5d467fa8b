import { passkeyNameOf } from '@onceover/schema/passkey-name';
import { useRef, useState } from 'react';
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
  const begun = useBegun();
  const add = async (fields: FormData) => {
    setSaid(null);
    const typed = typedIn(fields, isTwoStepOn);
    const answer = await createPasskey(await begun.optionsFor(typed));
    begun.end();
    const { name } = typed;
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

/** Shorter than the server keeps what was begun, so that an answer still comes in time. */
const KEPT_MS = 4 * 60_000;

/** What was begun stays so when the browser is canceled: the code is used up by then, and no other is asked for. */
function useBegun() {
  const kept = useRef<{ readonly options: string; readonly until: number } | null>(null);
  return {
    optionsFor: async ({ password, code }: Pick<Typed, 'password' | 'code'>): Promise<string> => {
      if (kept.current !== null && Date.now() < kept.current.until) return kept.current.options;
      const until = Date.now() + KEPT_MS;
      const { options } = accepted((await mutate(beginPasskeyOperation, { input: { password, code } })).beginPasskey);
      kept.current = { options, until };
      return options;
    },
    end: () => {
      kept.current = null;
    },
  };
}

interface Typed {
  readonly name: string;
  readonly password: string;
  readonly code: string | null;
}

function typedIn(fields: FormData, hasCode: boolean): Typed {
  const name = passkeyNameOf(textIn(fields, 'name')) ?? '';
  const password = textIn(fields, 'password');
  const code = textIn(fields, 'code').trim();
  refuseAll(
    wrong({
      bad_passkey_name: name === '',
      missing_password: password === '',
      bad_code: hasCode && code === '',
    }),
  );
  return { name, password, code: hasCode ? code : null };
}
