import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { verifyDomainOperation } from '../../gql/domains.operations.ts';
import { accepted, mutate } from '../../gql/mutate.ts';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { CheckResult } from './check-result.tsx';
import { DnsRecords } from './dns-records.tsx';
import { DomainStatus } from './domain-status.tsx';
import type { DomainDetail } from './domains.ts';

interface VerifyPanelProps {
  readonly domain: DomainDetail;
  readonly onChecked: () => Promise<unknown>;
}

/** The records to enter, a button to look for them, and what was found. */
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
