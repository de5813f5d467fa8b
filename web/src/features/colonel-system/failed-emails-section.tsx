import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { whileVisible } from '../../gql/graph-client.tsx';
import { mutate } from '../../gql/mutate.ts';
import { failedEmailsOperation } from '../../gql/operations/failed-emails.generated.ts';
import { settleEmailOperation } from '../../gql/operations/settle-email.generated.ts';
import type { FailedEmailsQuery, SettleEmailMutation } from '../../gql/operations.generated.ts';
import { formatNumber } from '../../i18n/format.ts';
import { Moment } from '../../ui/moment.tsx';
import { LoadingBlock, QueryProblem } from '../../ui/query-state.tsx';
import { fact, Section } from '../../ui/section.tsx';
import { code, SettleList, type Unsettled } from './settle-list.tsx';

type FailedEmail = FailedEmailsQuery['failedEmails'][number];

/** Emails whose tries are used up: of which account and why, never to whom. */
export function FailedEmailsSection() {
  const { t, i18n } = useTranslation('colonel');
  const { data, error, refetch } = useQuery(failedEmailsOperation, whileVisible);
  const emails = data?.failedEmails;
  const itemOf = (email: FailedEmail): Unsettled<SettleEmailMutation['settleEmail']> => ({
    id: email.deliveryId,
    what: email.deliveryId,
    facts: [
      fact(t('system.emails.template'), code(email.template)),
      fact(t('system.emails.account'), email.account === null ? t('system.emails.noAccount') : code(email.account)),
      fact(t('system.trouble.error'), code(email.reason)),
      fact(t('system.emails.tries'), formatNumber(email.attempts, i18n.language)),
      fact(t('system.trouble.at'), <Moment unixSeconds={email.at} />),
      fact(t('system.emails.delivery'), code(email.deliveryId)),
    ],
    ways: (['SEND_AGAIN', 'GIVE_UP'] as const).map((action) => ({
      name: t(`system.emails.open.${action}`),
      text: t(`system.emails.explain.${action}`),
      done: t(`system.emails.done.${action}`),
      isHarmless: action === 'SEND_AGAIN',
      run: async (given) => {
        const input = { deliveryId: email.deliveryId, action, ...given };
        return (await mutate(settleEmailOperation, { input })).settleEmail;
      },
      impossible: (answer) =>
        answer.__typename === 'EmailNotSettled' ? t(`system.emails.problem.${answer.reason}`) : null,
    })),
  });
  return (
    <Section title={t('system.emails.title')}>
      {error !== undefined && <QueryProblem error={error} onRetry={() => void refetch()} />}
      {emails === undefined && error === undefined && <LoadingBlock rows={2} />}
      {emails !== undefined && (
        <p className="text-ui text-text-2">{t(emails.length === 0 ? 'system.emails.none' : 'system.emails.text')}</p>
      )}
      <SettleList items={(emails ?? []).map(itemOf)} onSettled={() => void refetch()} />
    </Section>
  );
}
