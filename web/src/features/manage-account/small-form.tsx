import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { refuseAll } from '../../lib/calls/refuse.ts';
import { textIn } from '../../lib/use-submit.ts';
import { FieldForm } from '../../ui/field-form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { CodeField } from '../../ui/text-field.tsx';

interface SmallFormProps {
  readonly asksPassword?: boolean;
  /** The label of the code field; absent: no code is asked for. */
  readonly codeLabel?: string;
  readonly codeHint?: string;
  readonly submit: string;
  readonly look?: 'primary' | 'danger';
  readonly children?: ReactNode;
  readonly onCancel: () => void;
  readonly send: (fields: FormData) => Promise<void>;
}

/** A password, a code, or both, and two buttons. */
export function SmallForm(props: SmallFormProps) {
  const { asksPassword = false, codeLabel, codeHint, submit, look = 'primary', onCancel, send } = props;
  const { t } = useTranslation(['app', 'public']);
  const asksCode = codeLabel !== undefined;
  const check = async (fields: FormData) => {
    refuseAll([
      ...(asksPassword && textIn(fields, 'password') === '' ? (['missing_password'] as const) : []),
      ...(asksCode && textIn(fields, 'code').trim() === '' ? (['bad_code'] as const) : []),
    ]);
    await send(fields);
  };
  return (
    <FieldForm
      place="section"
      fields={{
        password: {
          id: 'two-step-password',
          label: t('account.password.current'),
          blamedFor: ['missing_password', 'bad_password'],
        },
        code: { id: 'two-step-code', label: codeLabel ?? '', blamedFor: ['bad_code'] },
      }}
      send={check}
      submit={{ label: submit, busy: t('account.busy'), look }}
      cancel={{ label: t('account.cancel'), onCancel }}
    >
      {(field) => (
        <>
          {props.children}
          {asksPassword && (
            <PasswordField
              {...field('password')}
              showLabel={t('public:newPassword.show')}
              name="password"
              autoComplete="current-password"
            />
          )}
          {asksCode && <CodeField {...field('code')} hint={codeHint} />}
        </>
      )}
    </FieldForm>
  );
}
