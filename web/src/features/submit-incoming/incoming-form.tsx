import type { IncomingAnswer } from '@onceover/schema/rest/support';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { api } from '../../lib/calls/api.ts';
import { formToken } from '../../lib/calls/form-token.ts';
import { codeOf, refuse } from '../../lib/calls/refuse.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { apiPaths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { FieldNotes } from '../../ui/field-notes.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

const ids = { recipient: 'incoming-recipient', secret: 'incoming-secret', ticket: 'incoming-ticket' } as const;
const blamed: Readonly<Record<string, 'secret' | 'ticket'>> = {
  empty_incoming: 'secret',
  empty_secret: 'secret',
  bad_ticket: 'ticket',
};

/** A secret and a ticket number for the support desk. What is typed stays until it has been accepted. */
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

interface Field {
  readonly value: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

interface IncomingFieldsProps {
  readonly ids: { readonly recipient: string; readonly secret: string; readonly ticket: string };
  /** The desk's address; it cannot be changed. */
  readonly recipient: string;
  readonly secret: Field;
  readonly ticket: Field;
  readonly isReadOnly: boolean;
}

const plainText = { autoComplete: 'off', autoCapitalize: 'off', autoCorrect: 'off', spellCheck: false } as const;

/** To whom, what, and for which ticket. */
function IncomingFields({ ids, recipient, secret, ticket, isReadOnly }: IncomingFieldsProps) {
  const { t } = useTranslation('public');
  const shared = { ...plainText, required: true, readOnly: isReadOnly };
  return (
    <>
      <div>
        <label className="field-label" htmlFor={ids.recipient}>
          {t('incoming.recipient')}
        </label>
        <output id={ids.recipient} className="flex min-h-11 items-center break-all">
          <bdi dir="ltr">{recipient}</bdi>
        </output>
      </div>
      <div>
        <label className="field-label" htmlFor={ids.secret}>
          {secret.label}
        </label>
        <textarea
          {...shared}
          {...stateOf(ids.secret, secret)}
          className="field field-mono"
          name="secret"
          dir="auto"
          rows={7}
          onChange={(event) => secret.onChange(event.currentTarget.value)}
        />
        <FieldNotes id={ids.secret} hint={undefined} error={secret.error} />
      </div>
      <div>
        <label className="field-label" htmlFor={ids.ticket}>
          {ticket.label}
        </label>
        <input
          {...shared}
          {...stateOf(ids.ticket, ticket)}
          className="field text-start"
          name="ticketno"
          type="text"
          dir="ltr"
          onChange={(event) => ticket.onChange(event.currentTarget.value)}
        />
        <FieldNotes id={ids.ticket} hint={undefined} error={ticket.error} />
      </div>
    </>
  );
}

function stateOf(id: string, { value, error }: Field) {
  const isInvalid = error !== undefined;
  return {
    id,
    value,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': isInvalid ? `${id}-error` : undefined,
  };
}

/** Sends a secret to the support desk; returns the ticket number as the server recorded it. */
async function submitIncoming(fields: { readonly secret: string; readonly ticketNumber: string }) {
  const form = { secret: fields.secret, ticketno: fields.ticketNumber, kind: 'share' };
  const { details } = await api<IncomingAnswer>({ path: apiPaths.incoming, form });
  return details.ticketno;
}
