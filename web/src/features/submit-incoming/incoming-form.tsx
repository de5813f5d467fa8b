import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { formToken } from '../../lib/calls/form-token.ts';
import { codeOf, refuse } from '../../lib/calls/refuse.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { IncomingFields } from './incoming-fields.tsx';
import { submitIncoming } from './submit-incoming.ts';

const ids = { recipient: 'incoming-recipient', secret: 'incoming-secret', ticket: 'incoming-ticket' } as const;
const blamed: Readonly<Record<string, 'secret' | 'ticket'>> = {
  empty_incoming: 'secret',
  empty_secret: 'secret',
  bad_ticket: 'ticket',
};

/** A secret and a ticket number for the support desk. Typed text stays until it was taken. */
export function IncomingForm({ recipient }: { readonly recipient: string }) {
  const { t, i18n } = useTranslation('public');
  const [secret, setSecret] = useState('');
  const [ticketNumber, setTicketNumber] = useState('');
  const [sentTicket, setSentTicket] = useState<string | null>(null);
  const send = useCallback(async () => {
    setSentTicket(null);
    if (secret === '') refuse('empty_incoming');
    if (ticketNumber.trim() === '') refuse('bad_ticket');
    setSentTicket(await submitIncoming({ secret, ticketNumber }));
    setSecret('');
    setTicketNumber('');
  }, [secret, ticketNumber]);
  const { isBusy, error, onSubmit } = useSubmit(send);
  const problem = describeProblem(error, i18n);
  const at = blamed[codeOf(error) ?? ''];
  const labels = { secret: t('incoming.secret'), ticket: t('incoming.ticket') };
  const errorAt = (field: 'secret' | 'ticket') => (at === field ? problem?.text : undefined);
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={onSubmit}>
      <input type="hidden" name="shrimp" value={formToken() ?? ''} />
      <input type="hidden" name="kind" value="share" />
      <ProblemNotice problem={problem} field={at && { id: ids[at], label: labels[at] }} />
      {sentTicket !== null && (
        <Notice kind="success" title={i18n.t('alert.success')} takesFocus>
          <p>{t('incoming.sent', { ticket: sentTicket })}</p>
        </Notice>
      )}
      <IncomingFields
        ids={ids}
        recipient={recipient}
        secret={{ value: secret, label: labels.secret, error: errorAt('secret'), onChange: setSecret }}
        ticket={{ value: ticketNumber, label: labels.ticket, error: errorAt('ticket'), onChange: setTicketNumber }}
        isReadOnly={isBusy}
      />
      <div>
        <ActionButton look="primary" type="submit" className="max-sm:w-full" isOff={isBusy}>
          {t(isBusy ? 'incoming.creating' : 'incoming.create')}
        </ActionButton>
      </div>
    </form>
  );
}
