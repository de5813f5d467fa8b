import { useTranslation } from 'react-i18next';
import type { IncomingSecretsQuery } from '../../gql/operations.generated.ts';
import { formatMoment } from '../../i18n/format.ts';
import { Moment } from '../../ui/moment.tsx';
import { Seal } from '../../ui/seal.tsx';

type IncomingSecret = IncomingSecretsQuery['incomingSecrets']['nodes'][number];

const seals = { NEW: 'sealed', RECEIVED: 'opened', BURNED: 'burned', EXPIRED: 'expired' } as const;

/** One ticket: its number, its secret's short key, and what happened, oldest first. */
export function Ticket({ ticket }: { readonly ticket: IncomingSecret }) {
  const { t, i18n } = useTranslation('app');
  const { ticketNumber, secretShortkey, state, timeline } = ticket;
  return (
    <li className="rounded-md border border-border bg-surface p-3">
      <p className="flex flex-wrap items-center gap-x-2 font-semibold">
        <Seal state={seals[state]} size={20} />
        {t('inbox.ticket')} <bdi>{ticketNumber}</bdi>
        <code dir="ltr" className="text-small font-normal text-text-2">
          {secretShortkey}
        </code>
      </p>
      <ol className="mt-1 ps-7 text-small text-text-2">
        {timeline.map(({ kind, at }) => (
          <li key={`${kind} ${at}`}>
            {t(`inbox.moments.${kind}`)} · <Moment unixSeconds={at} text={formatMoment(at, i18n.language)} />
          </li>
        ))}
      </ol>
    </li>
  );
}
