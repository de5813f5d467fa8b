import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkNewPassword } from '../../contracts/credentials.ts';
import { wrong } from '../../contracts/wrong.ts';
import { api } from '../../lib/calls/api.ts';
import { refuseAll } from '../../lib/calls/refuse.ts';
import { textIn } from '../../lib/use-submit.ts';
import { NewPasswordFields, newPasswordRefusals } from '../../passwords/new-password-fields.tsx';
import { pageData } from '../../site/page-data.ts';
import { apiPaths } from '../../site/paths.ts';
import { FieldForm } from '../../ui/field-form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CurrentPasswordField } from '../../ui/password-field.tsx';
import { Section } from '../../ui/section.tsx';

/** The current password, and a new one twice. Other sessions end; this one continues with a new cookie. */
export function PasswordSection({ custid, onChanged }: { custid: string; onChanged: () => void }) {
  const { t } = useTranslation('app');
  const [changes, setChanges] = useState(0);
  const onDone = () => {
    setChanges((count) => count + 1);
    onChanged();
  };
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
  const { t } = useTranslation(['app', 'public']);
  const send = async (fields: FormData) => {
    const form = { password: textIn(fields, 'newp'), confirm: textIn(fields, 'newp2') };
    const current = textIn(fields, 'currentp');
    const isMissing = wrong({ missing_password: current === '' });
    refuseAll([...isMissing, ...checkNewPassword(form, pageData().passwordMinLength)]);
    const keepsTokens = String(fields.get('end_tokens') === null);
    const sent = { currentp: current, newp: form.password, newp2: form.confirm, keep_tokens: keepsTokens };
    await api({ path: apiPaths.changePassword, form: sent });
    onDone();
  };
  return (
    <FieldForm
      place="section"
      fields={{
        current: {
          id: 'current-password',
          label: t('account.password.current'),
          blamedFor: ['missing_password', 'bad_password'],
        },
        password: {
          id: 'new-password',
          label: t('account.password.new'),
          blamedFor: ['same_password', ...newPasswordRefusals.password],
        },
        confirm: {
          id: 'confirm-password',
          label: t('public:newPassword.confirm'),
          blamedFor: newPasswordRefusals.confirm,
        },
      }}
      send={send}
      submit={{ label: t('account.password.submit'), busy: t('account.busy') }}
    >
      {(field) => (
        <>
          {/* Password managers save the new password under this name. */}
          <input type="hidden" autoComplete="username" name="username" value={custid} />
          <CurrentPasswordField {...field('current')} name="currentp" />
          <NewPasswordFields
            password={field('password')}
            confirm={field('confirm')}
            names={{ password: 'newp', confirm: 'newp2' }}
          />
          <label className="flex items-center gap-3 text-ui">
            <input type="checkbox" name="end_tokens" defaultChecked className="size-5 shrink-0 accent-accent" />
            {t('account.password.endTokens')}
          </label>
        </>
      )}
    </FieldForm>
  );
}
