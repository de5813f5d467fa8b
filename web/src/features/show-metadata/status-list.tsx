import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../i18n/format.ts';
import type { Metadata } from '../../secrets/metadata.ts';
import type { SecretStatus } from '../../secrets/secret-status.ts';
import { Moment } from '../../ui/moment.tsx';
import { Seal } from '../../ui/seal.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { sealOf, statusWordOf } from './seal-of.ts';

/** Status, dates and what the recipient needs, as a list of terms. */
export function StatusList({ metadata, status }: { metadata: Metadata; status: SecretStatus }) {
  const { t, i18n } = useTranslation('public');
  const { record, details } = metadata;
  const moment = (at: number) => <Moment unixSeconds={at} text={formatMoment(at, i18n.language)} />;
  return (
    <dl className="flex flex-col gap-3 text-ui">
      <Row term={t('metadata.status')}>
        <span className="inline-flex items-center gap-2 font-semibold uppercase" data-testid="status">
          <Seal state={sealOf[status]} size={20} />
          {t(`metadata.statusWords.${statusWordOf[status]}`)}
        </span>
      </Row>
      {status === 'new' && <Row term={t('metadata.expires')}>{moment(record.expiration)}</Row>}
      <Row term={i18n.t('passphrase.label')}>
        {details.has_passphrase ? t('metadata.passphraseNeeded') : t('metadata.passphraseNone')}
      </Row>
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
