import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkNewPassword } from '../../contracts/credentials.ts';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { newPasswordTexts } from '../../i18n/new-password-texts.ts';
import { codeOf, refuse } from '../../lib/calls/refuse.ts';
import { textIn, useSubmit } from '../../lib/use-submit.ts';
import { NewPasswordFields } from '../../passwords/new-password-fields.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { changePassword } from './account.ts';

const ids = { current: 'current-password', password: 'new-password', confirm: 'confirm-password' };
const blamed: Readonly<Record<string, keyof typeof ids>> = {
  bad_password: 'current',
  same_password: 'password',
  short_password: 'password',
  long_password: 'password',
  common_password: 'password',
  password_mismatch: 'confirm',
};

/** The current password, and a new one twice. */
export function PasswordSection({ custid, onChanged }: { custid: string; onChanged: () => void }) {
  const { t } = useTranslation('app');
  const [changes, setChanges] = useState(0);
  const onDone = useCallback(() => {
    setChanges((count) => count + 1);
    onChanged();
  }, [onChanged]);
  return (
    <Section title={t('account.password.title')}>
      <div role="status" className="empty:-mb-4">
        {changes > 0 && <Notice kind="success">{t('account.password.done')}</Notice>}
      </div>
      <PasswordForm key={changes} custid={custid} onDone={onDone} />
    </Section>
  );
}

function PasswordForm({ custid, onDone }: { custid: string; onDone: () => void }) {
  const { t, i18n } = useTranslation(['app', 'public']);
  const send = useCallback(
    async (fields: FormData) => {
      const form = { password: textIn(fields, 'newp'), confirm: textIn(fields, 'newp2') };
      const found = checkNewPassword(form);
      if (found !== null) refuse(found);
      await changePassword({ ...form, current: textIn(fields, 'currentp') });
      onDone();
    },
    [onDone],
  );
  const { isBusy, error, onSubmit } = useSubmit(send);
  const problem = describeProblem(error, i18n);
  const at = blamed[codeOf(error) ?? ''];
  const texts = newPasswordTexts(i18n.getFixedT(i18n.language, ['public']), t('account.password.new'));
  const labels = { current: t('account.password.current'), password: texts.password, confirm: texts.confirm };
  const errorAt = (field: keyof typeof ids) => (at === field ? problem?.text : undefined);
  return (
    <form className="flex max-w-narrow flex-col gap-4" noValidate onSubmit={onSubmit}>
      <ProblemNotice problem={problem} field={at && { id: ids[at], label: labels[at] }} />
      {/* Password managers keep the new password under this name. */}
      <input type="hidden" autoComplete="username" name="username" value={custid} />
      <PasswordField
        id={ids.current}
        label={labels.current}
        showLabel={texts.show}
        name="currentp"
        autoComplete="current-password"
        isReadOnly={isBusy}
        error={errorAt('current')}
      />
      <NewPasswordFields
        texts={texts}
        names={{ password: 'newp', confirm: 'newp2' }}
        ids={ids}
        errors={{ password: errorAt('password'), confirm: errorAt('confirm') }}
        isReadOnly={isBusy}
      />
      <ActionButton look="primary" type="submit" className="self-start max-sm:w-full" isOff={isBusy}>
        {isBusy ? t('account.busy') : t('account.password.submit')}
      </ActionButton>
    </form>
  );
}
