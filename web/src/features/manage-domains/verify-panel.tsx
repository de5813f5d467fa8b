import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted, mutate } from '../../gql/mutate.ts';
import { verifyDomainOperation } from '../../gql/operations/verify-domain.generated.ts';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { DnsRecords } from './dns-records.tsx';
import { type DomainDetail, DomainStatus } from './domain-status.tsx';

interface VerifyPanelProps {
  readonly domain: DomainDetail;
  readonly onChecked: () => Promise<unknown>;
}

/** The records to enter, a button to check for them, and what was found. */
export function VerifyPanel({ domain, onChecked }: VerifyPanelProps) {
  const { t, i18n } = useTranslation('app');
  const send = useCallback(async () => {
    const { verifyDomain } = await mutate(verifyDomainOperation, { input: { domain: domain.host } });
    accepted(verifyDomain);
    await onChecked();
  }, [domain.host, onChecked]);
  const { isBusy, error, onSubmit } = useSubmit(send);
  return (
    <form className="card flex flex-col gap-4" onSubmit={onSubmit}>
      <div className="flex flex-wrap items-center gap-x-4">
        <p className="me-auto text-h2 font-semibold">
          <bdi>{domain.displayDomain}</bdi>
        </p>
        <DomainStatus domain={domain} />
      </div>
      {!domain.isVerified && <p className="text-ui">{t('domains.explain')}</p>}
      <DnsRecords domain={domain} />
      <ProblemNotice problem={describeProblem(error, i18n)} />
      <div role="status">
        <CheckResult domain={domain} />
      </div>
      {!domain.isVerified && (
        <ActionButton look="primary" type="submit" className="self-start max-sm:w-full" isOff={isBusy}>
          {isBusy ? t('domains.checking') : t('domains.checkNow')}
        </ActionButton>
      )}
    </form>
  );
}

/** What the last DNS check found; if the value was different, both values in full. */
function CheckResult({ domain }: { domain: DomainDetail }) {
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
