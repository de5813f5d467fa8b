import { CircleAlert, CircleCheck, CircleSlash, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LiveMark } from '../../gql/live-mark.tsx';
import type { Delivery, Metadata } from '../../secrets/metadata.ts';
import { type SecretStatus, sealOf, statusWordOf } from '../../secrets/secret-status.ts';
import { Moment } from '../../ui/moment.tsx';
import { Seal } from '../../ui/seal.tsx';

export function StatusList({ metadata, status }: { metadata: Metadata; status: SecretStatus }) {
  const { t, i18n } = useTranslation('public');
  const { record, details } = metadata;
  return (
    <dl className="flex flex-col gap-3 text-ui">
      <Row term={t('metadata.status')}>
        <span className="flex flex-col items-start">
          <span className="inline-flex items-center gap-2 font-semibold uppercase" data-testid="status">
            <Seal state={sealOf(status)} size={20} />
            {t(`metadata.statusWords.${statusWordOf[status]}`)}
          </span>
          <LiveMark />
        </span>
      </Row>
      {status === 'new' && (
        <Row term={t('metadata.expires')}>
          <Moment unixSeconds={record.expiration} />
        </Row>
      )}
      <Row term={i18n.t('passphrase.label')}>
        {details.has_passphrase ? t('metadata.passphraseNeeded') : t('metadata.passphraseNone')}
      </Row>
      {details.people_only && <Row term={t('metadata.openers')}>{t('metadata.peopleOnly')}</Row>}
      {details.show_recipients && record.recipients !== null && (
        <Row term={t('metadata.recipients')}>
          <bdi dir="ltr">{record.recipients}</bdi>
        </Row>
      )}
      {details.deliveries.length > 0 && (
        <Row term={t('metadata.deliveries')}>
          <DeliveryList deliveries={details.deliveries} />
        </Row>
      )}
      <Row term={t('metadata.secretKey')}>
        <code dir="ltr">{record.secret_shortkey}</code>
      </Row>
    </dl>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-text-3">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const looks = {
  queued: { Icon: Clock, colour: 'text-text-3' },
  sent: { Icon: CircleCheck, colour: 'text-success' },
  failed: { Icon: CircleAlert, colour: 'text-danger' },
  bounced: { Icon: CircleAlert, colour: 'text-danger' },
  suppressed: { Icon: CircleSlash, colour: 'text-text-3' },
} as const;

/** What became of each email with the link, in the order of the recipients, as icon, word and colour. */
function DeliveryList({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { t } = useTranslation('public');
  return (
    <ul data-testid="deliveries">
      {deliveries.map(({ status, at }, place) => {
        const { Icon, colour } = looks[status];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: only the order of the recipients identifies an email
          <li key={place} className="flex flex-wrap items-center gap-x-2">
            <Icon className={`size-5 shrink-0 ${colour}`} strokeWidth={1.75} aria-hidden="true" />
            <span>{t(`metadata.deliveryWords.${status}`)}</span>
            <span className="text-small text-text-2">
              <Moment unixSeconds={at} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
