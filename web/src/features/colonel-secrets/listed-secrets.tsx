import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { Happening } from '../../secrets/happening.tsx';
import { sealOf } from '../../secrets/secret-status.ts';
import { paths } from '../../site/paths.ts';
import { Link, TextLink } from '../../ui/link.tsx';
import { DATE, DatedText } from '../../ui/moment.tsx';
import { Seal } from '../../ui/seal.tsx';
import type { ListedSecret } from './secret-filter.tsx';

const sizes = { SMALL: '1k', MEDIUM: '10k', LARGE: 'more' } as const;
const emailStates = ['bounced', 'failed', 'queued', 'suppressed', 'sent'] as const;
const wordOf = {
  bounced: 'BOUNCED',
  failed: 'FAILED',
  queued: 'QUEUED',
  suppressed: 'SUPPRESSED',
  sent: 'SENT',
} as const;

export interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
}

/** Secrets by reference. Those that wait can be selected; the short key tells screen readers which row something is of. */
export function ListedSecrets({ rows, selection }: { rows: readonly ListedSecret[]; selection: Selection }) {
  return (
    <ul className="card flex flex-col divide-y divide-border py-2">
      {rows.map((secret) => (
        <SecretItem key={secret.id} secret={secret} selection={selection} />
      ))}
    </ul>
  );
}

function SecretItem({ secret, selection }: { secret: ListedSecret; selection: Selection }) {
  const { t } = useTranslation('colonel');
  const { id, shortkey, state, expiration, ended, burnedByOperator } = secret;
  return (
    <li data-secret={id} className="flex gap-3 py-3">
      <span className="flex size-6 shrink-0 items-center justify-center">
        {state === 'NEW' && (
          <input
            type="checkbox"
            className="size-5 accent-accent"
            aria-label={t('secrets.select', { key: shortkey })}
            checked={selection.chosen.has(id)}
            onChange={() => selection.toggle(id)}
          />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ui">
          <Seal state={sealOf(state)} size={20} />
          <code dir="ltr" className="font-medium">
            {shortkey}
          </code>
          <Happening
            state={state}
            at={state === 'EXPIRED' ? expiration : (ended ?? expiration)}
            burnedByOperator={burnedByOperator}
          />
        </p>
        <SecretFacts secret={secret} />
      </div>
    </li>
  );
}

function SecretFacts({ secret }: { readonly secret: ListedSecret }) {
  const { t, i18n } = useTranslation(['colonel', 'app', 'core']);
  const number = (count: number) => formatNumber(count, i18n.language);
  const { id, shortkey, created, size, hasPassphrase, emails, refusedOpenings } = secret;
  const tries = refusedOpenings.reduce((sum, { count }) => sum + count, 0);
  return (
    <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-small text-text-2">
      <span>
        <DatedText text={t('app:recent.created', DATE)} unixSeconds={created} />
      </span>
      <span>{t(`secrets.size.${sizes[size]}`)}</span>
      {hasPassphrase && <span>{t('secrets.passphrase')}</span>}
      <Owner secret={secret} />
      {emailStates.map(
        (state) =>
          emails[state] > 0 && (
            <span key={state}>
              {t(`app:recent.emails.${wordOf[state]}`)}
              {emails[state] > 1 && ` (${number(emails[state])})`}
            </span>
          ),
      )}
      {tries > 0 && <span className="text-warning">{t('app:recent.tries', { count: tries, n: number(tries) })}</span>}
      <TextLink
        href={`${paths.colonelAudit}?${new URLSearchParams({ range: '30d', target: id })}`}
        aria-label={t('secrets.audit', { key: shortkey })}
      >
        {t('frame.sections.audit')}
      </TextLink>
    </p>
  );
}

function Owner({ secret: { customerId, isIncoming, shortkey } }: { readonly secret: ListedSecret }) {
  const { t } = useTranslation(['colonel', 'core']);
  if (isIncoming) return <span>{t('core:pages.desk.heading')}</span>;
  if (customerId === null) return <span>{t('secrets.noAccount')}</span>;
  return (
    <Link
      href={paths.colonelCustomer(customerId)}
      aria-label={t('secrets.ownerLabel', { key: shortkey })}
      className="link inline-flex min-h-6 items-center"
    >
      {t('domains.owner')}
    </Link>
  );
}
