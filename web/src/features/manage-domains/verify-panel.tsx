import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../lib/announcer.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ToneIcon, toneColours } from '../../ui/tone-icon.tsx';
import { checkDomain, offerDomain, useDueChecks } from './check-domain.ts';
import { DnsRecords } from './dns-records.tsx';
import { type DomainDetail, isReady } from './domain-states.ts';
import { type StateWords, statesAloud, stateWords } from './state-words.tsx';

const dueSeconds = 10 * 60;

/** The three states of a domain with what to do, the records to enter, and a button to check again. */
export function VerifyPanel({ domain, onChecked }: { domain: DomainDetail; onChecked: () => Promise<unknown> }) {
  const { t } = useTranslation('app');
  const { host, isRoutable } = domain;
  const { isBusy, error, onSubmit } = useSubmit(async () => {
    const checked = await checkDomain(host);
    await onChecked();
    announce(statesAloud(checked, t));
  });
  useDueChecks([domain], dueSeconds, onChecked);
  useEffect(() => offerDomain(host, isRoutable), [host, isRoutable]);
  return (
    <form className="card flex flex-col gap-4" onSubmit={onSubmit}>
      <p className="text-h2 font-semibold">
        <bdi>{domain.displayDomain}</bdi>
      </p>
      {isReady(domain) && <Notice kind="success">{t('domains.ready')}</Notice>}
      <DomainSteps domain={domain} />
      <ProblemNotice error={error} />
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

const refused: ReadonlySet<DomainDetail['certificate']> = new Set(['EXPIRED', 'WRONG_NAME', 'UNTRUSTED']);

function DomainSteps({ domain }: { domain: DomainDetail }) {
  const { t } = useTranslation('app');
  const { ownership, routing, certificate } = stateWords(domain, t);
  const isOtherValue = domain.lastCheck?.result === 'OTHER_VALUE';
  const isElsewhere = domain.routing?.result === 'ELSEWHERE';
  return (
    <ul className="flex flex-col divide-y divide-border border-y border-border" data-testid="domain-steps">
      <Step {...ownership}>
        {isOtherValue && <Mismatch expected={[domain.txtValue]} found={domain.lastCheck?.found ?? []} />}
      </Step>
      <Step {...routing}>
        {isElsewhere && <Mismatch expected={placesOf(domain)} found={domain.routing?.found ?? []} />}
      </Step>
      <Step {...certificate}>
        {refused.has(domain.certificate) && <p className="text-ui">{t('domains.certificate.advice')}</p>}
      </Step>
    </ul>
  );
}

/** Where the domain should lead: to our name or, where no CNAME can be, to our addresses. */
function placesOf({ cnameTarget, addressTargets, isApex }: DomainDetail): readonly string[] {
  return cnameTarget === null || isApex ? addressTargets : [cnameTarget];
}

function Step({ topic, word, tone, text, children }: StateWords & { children: ReactNode }) {
  return (
    <li className="flex gap-3 py-4">
      <span className="pt-0.5">
        <ToneIcon tone={tone} />
      </span>
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex flex-wrap gap-x-2">
          <h2 className="text-ui font-semibold">{topic}</h2>
          <p className={`text-ui ${toneColours[tone]}`}>{word}</p>
        </div>
        <p className="text-ui text-text-2">{text}</p>
        {children}
      </div>
    </li>
  );
}

function Mismatch({ expected, found }: { expected: readonly string[]; found: readonly string[] }) {
  const { t } = useTranslation('app');
  const lists = [
    { name: t('domains.expected'), values: expected },
    { name: t('domains.found'), values: found },
  ];
  return (
    <dl className="mt-1 grid gap-x-4 gap-y-1 text-ui sm:grid-cols-[auto_1fr]">
      {lists.map(({ name, values }) => (
        <div key={name} className="sm:contents">
          <dt className="font-medium">{name}</dt>
          <dd className="flex flex-col items-start">
            {values.map((value) => (
              <code key={value} dir="ltr">
                {value}
              </code>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
