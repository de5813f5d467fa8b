import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { announce } from '../../lib/announcer.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { checkDomain, offerDomain, useDueChecks } from './check-domain.ts';
import { DnsRecords } from './dns-records.tsx';
import { type DomainDetail, isReady } from './domain-states.ts';
import { DomainSteps } from './domain-steps.tsx';
import { statesAloud } from './state-words.ts';

interface VerifyPanelProps {
  readonly domain: DomainDetail;
  readonly onChecked: () => Promise<unknown>;
}

const dueSeconds = 10 * 60;

/** The three states of a domain with what to do, the records to enter, and a button to check again. */
export function VerifyPanel({ domain, onChecked }: VerifyPanelProps) {
  const { t, i18n } = useTranslation('app');
  const { host, isRoutable } = domain;
  const send = useCallback(async () => {
    const checked = await checkDomain(host);
    await onChecked();
    announce(statesAloud(checked, t));
  }, [host, onChecked, t]);
  const { isBusy, error, onSubmit } = useSubmit(send);
  useDueChecks([domain], dueSeconds, onChecked);
  useEffect(() => offerDomain(host, isRoutable), [host, isRoutable]);
  return (
    <form className="card flex flex-col gap-4" onSubmit={onSubmit}>
      <p className="text-h2 font-semibold">
        <bdi>{domain.displayDomain}</bdi>
      </p>
      {isReady(domain) && <Notice kind="success">{t('domains.ready')}</Notice>}
      <DomainSteps domain={domain} />
      <ProblemNotice problem={describeProblem(error, i18n)} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ActionButton
          look={isReady(domain) ? 'quiet' : 'primary'}
          type="submit"
          className="max-sm:w-full"
          isOff={isBusy}
        >
          {isBusy ? t('domains.checking') : t('domains.checkNow')}
        </ActionButton>
        {domain.lastChecked !== null && (
          <p className="text-small text-text-2">
            {t('domains.lastChecked')} <Moment unixSeconds={domain.lastChecked} />
          </p>
        )}
      </div>
      {!isReady(domain) && <p className="text-ui">{t('domains.explain')}</p>}
      <DnsRecords domain={domain} />
    </form>
  );
}
