import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../i18n/format.ts';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { DomainDetail } from './domains.ts';

/** What the last look at the DNS found, to the letter where it found something else. */
export function CheckResult({ domain }: { domain: DomainDetail }) {
  const { t, i18n } = useTranslation('app');
  if (domain.isVerified) return <Notice kind="success">{t('domains.check.MATCHED')}</Notice>;
  if (domain.lastCheck === null) return <p className="text-ui text-text-2">{t('domains.check.never')}</p>;
  const { result, found } = domain.lastCheck;
  return (
    <Notice kind={result === 'OTHER_VALUE' ? 'error' : 'warning'} title={t('domains.check.pending')}>
      <p>{t(`domains.check.${result}`)}</p>
      {result === 'OTHER_VALUE' && (
        <dl className="mt-2 flex flex-col gap-1">
          <dt className="font-medium">{t('domains.check.expected')}</dt>
          <dd>
            <code dir="ltr">{domain.txtValue}</code>
          </dd>
          <dt className="font-medium">{t('domains.check.found')}</dt>
          {found.map((value) => (
            <dd key={value}>
              <code dir="ltr">{value}</code>
            </dd>
          ))}
        </dl>
      )}
      {domain.lastChecked !== null && (
        <p className="mt-2 text-small text-text-2">
          {t('domains.check.at')}{' '}
          <Moment unixSeconds={domain.lastChecked} text={formatMoment(domain.lastChecked, i18n.language)} />
        </p>
      )}
    </Notice>
  );
}
