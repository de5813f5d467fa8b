import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../i18n/format.ts';
import { serverNow } from '../../lib/calls/server-clock.ts';
import type { Metadata } from '../../secrets/metadata.ts';
import type { SecretStatus } from '../../secrets/secret-status.ts';
import { Moment } from '../../ui/moment.tsx';

/** After this long an unacknowledged answer counts as unconfirmed: the recipient can no longer fetch it again. */
const redeliverySeconds = 120;

/** What happened, in order: created, then one ending. */
export function Timeline({ metadata, status }: { metadata: Metadata; status: SecretStatus }) {
  const { t, i18n } = useTranslation('public');
  const headingId = useId();
  const { record, details } = metadata;
  const endedAt = { new: null, received: record.received, burned: record.burned, expired: record.expiration }[status];
  const ending = { new: 'notOpened', received: 'opened', burned: 'burned', expired: 'expired' } as const;
  const isUnconfirmed =
    details.delivery_confirmed === false &&
    record.received !== null &&
    serverNow() - record.received > redeliverySeconds;
  const steps = [
    { label: t('metadata.created'), at: record.created, isDone: true },
    { label: t(`metadata.steps.${ending[status]}`), at: endedAt, isDone: status !== 'new' },
  ];
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-2 text-small font-normal text-text-3">
        {t('metadata.timeline')}
      </h2>
      <ol className="text-ui">
        {steps.map(({ label, at, isDone }) => (
          <li key={label} className="relative ps-6 pb-4 last:pb-0">
            <span
              aria-hidden="true"
              className={`absolute start-0 top-1.5 size-3 rounded-full border-2 ${isDone ? 'border-accent bg-accent' : 'border-border-strong'}`}
            />
            <span className="font-medium">{label}</span>
            {at !== null && (
              <span className="block text-small text-text-2">
                <Moment unixSeconds={at} text={formatMoment(at, i18n.language)} />
              </span>
            )}
          </li>
        ))}
      </ol>
      {isUnconfirmed && <p className="text-small text-text-2">{t('metadata.unconfirmed')}</p>}
    </section>
  );
}
