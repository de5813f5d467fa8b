import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { wrong } from '../contracts/wrong.ts';
import { refuseAll } from '../lib/calls/refuse.ts';
import { textIn } from '../lib/use-submit.ts';
import { FieldForm } from '../ui/field-form.tsx';
import { CurrentPasswordField } from '../ui/password-field.tsx';
import { CodeField } from '../ui/text-field.tsx';

interface ProofFormProps {
  /** Begins the ids of its fields. */
  readonly id: string;
  /** Absent: no password is asked for. */
  readonly passwordLabel?: string;
  /** Absent: no code is asked for. */
  readonly codeLabel?: string;
  readonly codeHint?: string;
  readonly submit: string;
  readonly look?: 'primary' | 'danger';
  readonly children?: ReactNode;
  readonly onCancel: () => void;
  readonly send: (typed: { readonly password: string; readonly code: string }) => Promise<void>;
}

/** Asks a signed-in customer for the password, a code, or both. */
export function ProofForm(props: ProofFormProps) {
  const { id, passwordLabel, codeLabel, codeHint, submit, look = 'primary', onCancel, send } = props;
  const { t } = useTranslation('app');
  const check = async (fields: FormData) => {
    const typed = { password: textIn(fields, 'password'), code: textIn(fields, 'code').trim() };
    refuseAll(
      wrong({
        missing_password: passwordLabel !== undefined && typed.password === '',
        bad_code: codeLabel !== undefined && typed.code === '',
      }),
    );
    await send(typed);
  };
  return (
    <FieldForm
      place="section"
      fields={{
        password: {
          id: `${id}-password`,
          label: passwordLabel ?? '',
          blamedFor: ['missing_password', 'bad_password'],
        },
        code: { id: `${id}-code`, label: codeLabel ?? '', blamedFor: ['bad_code'] },
      }}
      send={check}
      submit={{ label: submit, busy: t('account.busy'), look }}
      cancel={{ label: t('account.cancel'), onCancel }}
    >
      {(field) => (
        <>
          {props.children}
          {passwordLabel !== undefined && <CurrentPasswordField {...field('password')} name="password" />}
          {codeLabel !== undefined && <CodeField {...field('code')} hint={codeHint} />}
        </>
      )}
    </FieldForm>
  );
}
