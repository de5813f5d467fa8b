import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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
  const { asksPassword = false, codeLabel, codeHint, submit, look = 'primary', onCancel } = props;
  const { t } = useTranslation(['app', 'public']);
  return (
    <FieldForm
      place="section"
      fields={{
        password: { id: 'two-step-password', label: t('account.password.current'), blamedFor: ['bad_password'] },
        code: { id: 'two-step-code', label: codeLabel ?? '', blamedFor: ['bad_code'] },
      }}
      send={props.send}
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
          {codeLabel !== undefined && <CodeField {...field('code')} hint={codeHint} />}
        </>
      )}
    </FieldForm>
  );
}
