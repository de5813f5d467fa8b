import { useQuery } from '@apollo/client/react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { graphClient, whileVisible } from '../../gql/graph-client.tsx';
import { failedEmailsOperation } from '../../gql/operations/failed-emails.generated.ts';
import type { FailedEmailsQuery } from '../../gql/operations.generated.ts';
import { formatMoment, formatNumber } from '../../i18n/format.ts';
import { Moment } from '../../ui/moment.tsx';
import { LoadingBlock, QueryProblem } from '../../ui/query-state.tsx';
import { Facts, Section } from '../../ui/section.tsx';
import { SettleEmailDialog } from './settle-dialog.tsx';
import { emailActions, type WantedEmailSettling } from './settle-event.ts';

type FailedEmail = FailedEmailsQuery['failedEmails'][number];

interface Chosen {
  readonly deliveryId: string;
  readonly action: WantedEmailSettling['action'];
}

/** Emails whose tries are used up: of which account and why, never to whom. */
export function FailedEmailsSection() {
  const { t } = useTranslation('colonel');
  const { data, error, refetch } = useQuery(failedEmailsOperation, { client: graphClient, ...whileVisible });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const close = useCallback(() => setChosen(null), []);
  const emails = data?.failedEmails;
  return (
    <Section title={t('system.emails.title')}>
      {error !== undefined && <QueryProblem error={error} onRetry={() => void refetch()} />}
      {emails === undefined && error === undefined && <LoadingBlock rows={2} />}
      {emails !== undefined && (
        <p className="text-ui text-text-2">{t(emails.length === 0 ? 'system.emails.none' : 'system.emails.text')}</p>
      )}
      <ul className="flex flex-col gap-4">
        {emails?.map((email) => (
          <EmailRow key={email.deliveryId} email={email} onChoose={setChosen} />
        ))}
      </ul>
      {chosen !== null && <SettleEmailDialog {...chosen} onClose={close} onSettled={() => void refetch()} />}
    </Section>
  );
}

function EmailRow({
  email: { deliveryId, template, account, reason, attempts, at },
  onChoose,
}: {
  readonly email: FailedEmail;
  readonly onChoose: (chosen: Chosen) => void;
}) {
  const { t, i18n } = useTranslation('colonel');
  const code = (text: string) => (
    <code dir="ltr" className="break-all">
      {text}
    </code>
  );
  return (
    <li className="flex flex-col gap-2 border-b border-border pb-4 last:border-0 last:pb-0">
      <Facts
        facts={[
          { name: t('system.emails.template'), value: code(template) },
          { name: t('system.emails.account'), value: account === null ? t('system.emails.noAccount') : code(account) },
          { name: t('system.trouble.error'), value: code(reason) },
          { name: t('system.emails.tries'), value: formatNumber(attempts, i18n.language) },
          {
            name: t('system.trouble.at'),
            value: <Moment unixSeconds={at} text={formatMoment(at, i18n.language)} />,
          },
          { name: t('system.emails.delivery'), value: code(deliveryId) },
        ]}
      />
      <div className="flex flex-wrap gap-3">
        {emailActions.map((action) => (
          <button
            key={action}
            type="button"
            className={action === 'SEND_AGAIN' ? 'btn btn-quiet' : 'btn btn-text-danger'}
            aria-haspopup="dialog"
            onClick={() => onChoose({ deliveryId, action })}
          >
            {t(`system.emails.open.${action}`)}
          </button>
        ))}
      </div>
    </li>
  );
}
