import { useTranslation } from 'react-i18next';
import { apiPaths } from '../site/paths.ts';
import { EmailRequest } from './email-request.tsx';

export function ForgotPage() {
  const { t } = useTranslation('public');
  return (
    <EmailRequest
      page="forgot"
      id="forgot-email"
      path={apiPaths.forgot}
      text={t('forgot.text')}
      sent={t('forgot.sent', { email: '\n' })}
      submit={{ label: t('forgot.submit'), busy: t('forgot.busy') }}
    />
  );
}
