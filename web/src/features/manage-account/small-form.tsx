import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { codeOf } from '../../lib/calls/refuse.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';

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

const ids = { password: 'two-step-password', code: 'two-step-code' };

/** A password, a code, or both, and two buttons. */
export function SmallForm(props: SmallFormProps) {
  const { asksPassword = false, codeLabel, codeHint, submit, look = 'primary', onCancel } = props;
  const { t, i18n } = useTranslation(['app', 'public']);
  const { isBusy, error, onSubmit } = useSubmit(props.send);
  const problem = describeProblem(error, i18n);
  const code = codeOf(error);
  const labels = { password: t('account.password.current'), code: codeLabel ?? '' };
  const at = code === 'bad_password' ? 'password' : code === 'bad_code' ? 'code' : null;
  const errorAt = (field: keyof typeof ids) => (at === field ? problem?.text : undefined);
  return (
    <form className="flex max-w-narrow flex-col gap-4" noValidate onSubmit={onSubmit}>
      <ProblemNotice problem={problem} field={at === null ? undefined : { id: ids[at], label: labels[at] }} />
      {props.children}
      {asksPassword && (
        <PasswordField
          id={ids.password}
          label={labels.password}
          showLabel={t('public:newPassword.show')}
          name="password"
          autoComplete="current-password"
          isReadOnly={isBusy}
          error={errorAt('password')}
        />
      )}
      {codeLabel !== undefined && (
        <TextField
          id={ids.code}
          label={codeLabel}
          name="code"
          isMono
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={40}
          hint={codeHint}
          isReadOnly={isBusy}
          error={errorAt('code')}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <ActionButton look={look} type="submit" className="max-sm:w-full" isOff={isBusy}>
          {isBusy ? t('account.busy') : submit}
        </ActionButton>
        <ActionButton look="quiet" className="max-sm:w-full" onClick={onCancel}>
          {t('account.cancel')}
        </ActionButton>
      </div>
    </form>
  );
}
