import { useTranslation } from 'react-i18next';
import type { Metadata } from '../../secrets/metadata.ts';
import type { SecretStatus } from '../../secrets/secret-status.ts';
import { Notice } from '../../ui/notice.tsx';

/** Whether an email with the link came back after it was sent. */
export function hasBounced({ details }: Metadata): boolean {
  return details.deliveries.some((delivery) => delivery.status === 'bounced');
}

/** The email came back, and the message still waits: what to do about it. */
export function BounceNotice({ metadata, status }: { metadata: Metadata; status: SecretStatus }) {
  const { t } = useTranslation('public');
  if (status !== 'new' || !hasBounced(metadata)) return null;
  return (
    <Notice kind="warning" title={t('metadata.steps.email.bounced')}>
      {t('metadata.bounced')}
    </Notice>
  );
}
