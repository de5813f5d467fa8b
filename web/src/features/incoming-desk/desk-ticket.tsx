import { useTranslation } from 'react-i18next';
import { useJustChanged } from '../../activity/changed-rows.ts';
import { formatMoment } from '../../i18n/format.ts';
import { Moment } from '../../ui/moment.tsx';
import { Seal } from '../../ui/seal.tsx';
import type { DeskTicket } from './use-desk.ts';

const seals = { NEW: 'sealed', RECEIVED: 'opened', BURNED: 'burned', EXPIRED: 'expired' } as const;

/** One submission: its ticket, its secret's short key, how it stands, and what happened, oldest first. */
export function DeskTicketCard({ ticket }: { readonly ticket: DeskTicket }) {
  const { t, i18n } = useTranslation('app');
  const { id, ticketNumber, secretShortkey, state, openedBy, timeline } = ticket;
  const hasJustChanged = useJustChanged(id);
  const happened = (kind: DeskTicket['timeline'][number]['kind']) =>
    kind === 'OPENED' && openedBy !== null ? t(`desk.openedBy.${openedBy}`) : t(`desk.moments.${kind}`);
  return (
    <li
      data-row={id}
      data-changed={hasJustChanged || undefined}
      className="rounded-md border border-border bg-surface p-3"
    >
      <p className="flex flex-wrap items-center gap-x-2">
        <Seal state={seals[state]} size={20} />
        <span className="font-semibold">
          {t('desk.ticket')} <bdi className="break-all">{ticketNumber}</bdi>
        </span>
        <span className="text-ui">{t(`desk.states.${state}`)}</span>
        <code dir="ltr" className="text-small text-text-2">
          {secretShortkey}
        </code>
      </p>
      <ol className="mt-1 ps-7 text-small text-text-2">
        {timeline.map(({ kind, at }) => (
          <li key={`${kind} ${at}`}>
            {happened(kind)} · <Moment unixSeconds={at} text={formatMoment(at, i18n.language)} />
          </li>
        ))}
      </ol>
    </li>
  );
}
