import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivity } from '../../activity/activity-stream.ts';
import { markChanged, useJustChanged } from '../../activity/changed-rows.ts';
import { accepted, mutate } from '../../gql/mutate.ts';
import { removeDomainOperation } from '../../gql/operations/remove-domain.generated.ts';
import type { DomainsQuery } from '../../gql/operations.generated.ts';
import { announce } from '../../lib/announcer.ts';
import { codeOf } from '../../lib/calls/refuse.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { paths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ButtonLink, Link } from '../../ui/link.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { offerDomain, useDueChecks } from './check-domain.ts';
import { type DomainRow, isReady } from './domain-states.ts';
import { DomainStateList } from './state-words.tsx';

interface DomainListProps {
  readonly domains: readonly DomainRow[];
  readonly onChanged: () => Promise<unknown>;
}

const dueSeconds = 60 * 60;

export function DomainList({ domains, onChanged }: DomainListProps) {
  useDueChecks(domains, dueSeconds, onChanged);
  useEffect(() => {
    for (const { host, isRoutable } of domains) offerDomain(host, isRoutable);
  }, [domains]);
  return (
    <ul className="card flex flex-col divide-y divide-border py-2">
      {domains.map((domain) => (
        <DomainListItem key={domain.id} domain={domain} onRemoved={onChanged} />
      ))}
    </ul>
  );
}

function DomainListItem({ domain, onRemoved }: { domain: DomainRow; onRemoved: () => Promise<unknown> }) {
  const { t } = useTranslation('app');
  const { id, host, displayDomain } = domain;
  return (
    <li data-changed={useJustChanged(id) || undefined} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="me-auto min-w-0">
        <Link href={paths.verifyDomain(host)} className="link font-medium">
          <bdi>{displayDomain}</bdi>
        </Link>
        {displayDomain !== host && (
          <p className="text-small text-text-2">
            <bdi dir="ltr">{host}</bdi>
          </p>
        )}
        <DomainStateList domain={domain} />
      </div>
      {!isReady(domain) && (
        <ButtonLink href={paths.verifyDomain(host)} aria-label={t('domains.setUpLabel', { domain: displayDomain })}>
          {t('domains.setUp')}
        </ButtonLink>
      )}
      <RemoveDomain host={host} name={displayDomain} onRemoved={onRemoved} />
    </li>
  );
}

interface RemoveDomainProps {
  readonly host: string;
  readonly name: string;
  readonly onRemoved: () => Promise<unknown>;
}

/** Removes a domain after asking: its links stop working at once. */
function RemoveDomain(props: RemoveDomainProps) {
  const { t } = useTranslation('app');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ActionButton
        look="text-danger"
        aria-haspopup="dialog"
        aria-label={t('domains.removeLabel', { domain: props.name })}
        onClick={() => setAsking(true)}
      >
        {t('domains.remove')}
      </ActionButton>
      {isAsking && <Question {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

/** What was removed in another tab is gone as wished. */
async function removeUnlessGone(host: string): Promise<void> {
  try {
    const { removeDomain } = await mutate(removeDomainOperation, { input: { domain: host } });
    accepted(removeDomain);
  } catch (error) {
    if (codeOf(error) !== 'domain_not_found') throw error;
  }
}

function Question({ host, name, onRemoved, onClose }: RemoveDomainProps & { onClose: () => void }) {
  const { t } = useTranslation('app');
  const { isBusy, error, onSubmit } = useSubmit(async () => {
    await removeUnlessGone(host);
    offerDomain(host, false);
    onClose();
    announce(t('domains.removed', { domain: name }));
    await onRemoved();
  });
  return (
    <Modal title={t('domains.removeTitle', { domain: name })} onClose={onClose}>
      <form className="mt-2 flex flex-col gap-4" onSubmit={onSubmit}>
        <p className="text-text-2">{t('domains.removeText')}</p>
        <ProblemNotice error={error} />
        <div className="flex flex-wrap gap-3">
          <ActionButton onClick={onClose}>{t('account.cancel')}</ActionButton>
          <ActionButton look="danger" type="submit" isOff={isBusy}>
            {isBusy ? t('account.busy') : t('domains.remove')}
          </ActionButton>
        </div>
      </form>
    </Modal>
  );
}

/** Asks for the list again when one of the customer's domains has changed elsewhere, and shows and says which. */
export function useDomainActivity(data: DomainsQuery | undefined, refresh: () => void): void {
  const { t } = useTranslation('app');
  const isTold = useRef(false);
  const ask = () => {
    isTold.current = true;
    refresh();
  };
  useActivity({ onItem: ({ kind }) => kind === 'DOMAIN_CHANGED' && ask(), onGap: ask });
  const domains = data?.domains.nodes;
  const before = useRef(domains);
  useEffect(() => {
    const known = new Map(before.current?.map((domain) => [domain.id, JSON.stringify(domain)]));
    before.current = domains;
    if (!isTold.current || domains === undefined) return;
    for (const domain of domains) {
      if (known.get(domain.id) === JSON.stringify(domain)) continue;
      isTold.current = false;
      markChanged(domain.id);
      announce(t('domains.changed', { domain: domain.displayDomain }));
    }
  }, [domains, t]);
}
