import { useTranslation } from 'react-i18next';
import type { Metadata } from '../../secrets/metadata.ts';
import { type SecretStatus, sealOf } from '../../secrets/secret-status.ts';
import { Around } from '../../ui/around.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Seal } from '../../ui/seal.tsx';

type Ended = Exclude<SecretStatus, 'new'>;

const reasons = { received: 'alreadyViewed', burned: 'alreadyBurned', expired: 'alreadyExpired' } as const;

export function CannotBurn(props: { record: Metadata['record']; status: Ended; backHref: string }) {
  const { record, status, backHref } = props;
  const { t } = useTranslation('public');
  const heading = t('burn.cannot');
  const endedAt = { received: record.received, burned: record.burned, expired: record.expiration }[status];
  const at = endedAt ?? record.created;
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-4">
      <div className="flex items-center gap-4">
        <Seal state={sealOf(status)} />
        <PageHeading documentTitle={`${heading} · Onceover`}>{heading}</PageHeading>
      </div>
      <p>
        <Around text={t(`burn.${reasons[status]}`, { date: '\n' })}>
          <Moment unixSeconds={at} />
        </Around>
      </p>
      <p>
        <ButtonLink href={backHref}>{t('burn.back')}</ButtonLink>
      </p>
    </div>
  );
}
