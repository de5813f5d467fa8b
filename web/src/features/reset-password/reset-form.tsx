import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkNewPassword } from '../../contracts/credentials.ts';
import { api } from '../../lib/calls/api.ts';
import { codeOf, refuse, refuseAll } from '../../lib/calls/refuse.ts';
import { textIn } from '../../lib/use-submit.ts';
import { NewPasswordFields, newPasswordRefusals } from '../../passwords/new-password-fields.tsx';
import { pageData } from '../../site/page-data.ts';
import { paths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { FieldForm } from '../../ui/field-form.tsx';
import { ButtonLink, Link, TextLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Sets a new password by the key of the email, which `path` has; every session ends, and nobody is signed in. */
export function ResetForm({ path, onDone }: { path: string; onDone: () => void }) {
  const { t } = useTranslation(['public', 'core']);
  const send = async (fields: FormData) => {
    const [password, confirm] = [textIn(fields, 'password'), textIn(fields, 'password_confirm')];
    refuseAll(checkNewPassword({ password, confirm }, pageData().passwordMinLength));
    await api({ path, form: { password, password_confirm: confirm } }).catch(refuseAsLink);
    onDone();
  };
  return (
    <FieldForm
      fields={{
        password: { id: 'reset-password', label: t('resetPassword.label'), blamedFor: newPasswordRefusals.password },
        confirm: { id: 'reset-confirm', label: t('newPassword.confirm'), blamedFor: newPasswordRefusals.confirm },
      }}
      send={send}
      submit={{ label: t('resetPassword.submit'), busy: t('resetPassword.busy') }}
    >
      {(field, code) => (
        <>
          {code === 'bad_reset_key' && (
            <LinkIsOver>
              <Link href={paths.forgot} className="link self-start">
                {t('resetPassword.askAgain')}
              </Link>
            </LinkIsOver>
          )}
          {code === 'bad_verification_link' && (
            <LinkIsOver>
              {pageData().authentication.signup && (
                <Link href={paths.resendVerification} className="link self-start">
                  {t('core:pages.resendVerification.heading')}
                </Link>
              )}
            </LinkIsOver>
          )}
          <NewPasswordFields password={field('password')} confirm={field('confirm')} />
        </>
      )}
    </FieldForm>
  );
}

/** The server's words for a verification link that is over are about a secret, which the person never saw. */
function refuseAsLink(error: unknown): never {
  if (codeOf(error) === 'unknown_secret') refuse('bad_verification_link');
  throw error;
}

/**
 * The ways on from a link that is over: signing in first, because whoever missed the answer, or finished in another tab,
 * has the new password already; then what starts over.
 */
function LinkIsOver({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('public');
  return (
    <div className="flex flex-col gap-2">
      <p>
        {t('resetPassword.used')} <TextLink href={paths.signIn}>{t('resetPassword.toSignIn')}</TextLink>
      </p>
      {children}
    </div>
  );
}

/** How long a success message stays before the page changes by itself. Source: specification 9 */
const redirectMilliseconds = 3_000;

/** Says that it worked, then goes to the sign-in page unless the person follows the link first or cancels. */
export function Onward({ href, onGo }: { href: string; onGo: () => void }) {
  const { t } = useTranslation('public');
  const [isWaiting, setWaiting] = useState(true);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(onGo, redirectMilliseconds);
    return () => clearTimeout(timer);
  }, [isWaiting, onGo]);
  return (
    <div className="flex flex-col gap-4">
      <Notice kind="success">{t('resetPassword.done')}</Notice>
      <p role="status">{isWaiting ? t('resetPassword.onward') : t('resetPassword.stopped')}</p>
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink href={href} look="primary" className="max-sm:w-full">
          {t('resetPassword.toSignIn')}
        </ButtonLink>
        {isWaiting && (
          <ActionButton className="max-sm:w-full" onClick={() => setWaiting(false)}>
            {t('resetPassword.cancel')}
          </ActionButton>
        )}
      </div>
    </div>
  );
}
