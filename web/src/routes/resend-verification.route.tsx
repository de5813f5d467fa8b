import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { apiPaths } from '../site/paths.ts';
import { EmailRequest } from './email-request.tsx';

/** For people who signed up and are stuck: their link did not arrive, is over, or was never opened. */
export function ResendVerificationPage() {
  const { t } = useTranslation('public');
  const { state } = useLocation();
  return (
    <EmailRequest
      page="resendVerification"
      id="resend-email"
      path={apiPaths.resendVerification}
      text={t('resend.text')}
      sent={t('resend.sent', { email: '\n' })}
      submit={{ label: t('checkMail.again'), busy: t('checkMail.busy') }}
      known={emailIn(state)}
    />
  );
}

/** The address that the sign-in page sent along. */
function emailIn(state: unknown): string {
  const email = (state as { readonly email?: unknown } | null)?.email;
  return typeof email === 'string' ? email : '';
}
