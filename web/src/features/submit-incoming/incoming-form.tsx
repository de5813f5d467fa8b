import type { IncomingAnswer } from '@onceover/schema/rest/support';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormCaptcha } from '../../contracts/form-captcha.ts';
import { api } from '../../lib/calls/api.ts';
import { refuseAll } from '../../lib/calls/refuse.ts';
import { apiPaths } from '../../site/paths.ts';
import { FieldForm, type FieldState } from '../../ui/field-form.tsx';
import { FieldNotes } from '../../ui/field-notes.tsx';
import { Notice } from '../../ui/notice.tsx';

interface IncomingFormProps {
  readonly recipient: string;
  readonly captcha: FormCaptcha;
}

/**
 * A secret and a ticket number for the support desk. What is typed stays until it has been accepted. Visitors who send
 * several are asked for a captcha; from then on it is part of the form.
 */
export function IncomingForm({ recipient, captcha }: IncomingFormProps) {
  const { t, i18n } = useTranslation('public');
  const [secret, setSecret] = useState('');
  const [ticketNumber, setTicketNumber] = useState('');
  const [sentTicket, setSentTicket] = useState<string | null>(null);
  const { send: sendSolved } = captcha;
  const send = useCallback(async () => {
    setSentTicket(null);
    refuseAll([
      ...(secret === '' ? (['empty_incoming'] as const) : []),
      ...(ticketNumber.trim() === '' ? (['bad_ticket'] as const) : []),
    ]);
    setSentTicket(await sendSolved((solution) => submitIncoming({ secret, ticketNumber, solution })));
    setSecret('');
    setTicketNumber('');
  }, [secret, ticketNumber, sendSolved]);
  return (
    <FieldForm
      place="card"
      fields={{
        secret: {
          id: 'incoming-secret',
          label: t('incoming.secret'),
          blamedFor: ['empty_incoming', 'empty_secret'],
        },
        ticket: { id: 'incoming-ticket', label: t('incoming.ticket'), blamedFor: ['bad_ticket'] },
      }}
      send={send}
      submit={{ label: t('incoming.create'), busy: t('incoming.creating') }}
    >
      {(field) => (
        <>
          <input type="hidden" name="kind" value="share" />
          {sentTicket !== null && (
            <Notice kind="success" title={i18n.t('alert.success')} takesFocus>
              <p>{t('incoming.sent', { ticket: sentTicket })}</p>
            </Notice>
          )}
          <Recipient address={recipient} />
          <SecretArea state={field('secret')} value={secret} onChange={setSecret} />
          <TicketField state={field('ticket')} value={ticketNumber} onChange={setTicketNumber} />
          {captcha.box}
        </>
      )}
    </FieldForm>
  );
}

/** The desk's address; it cannot be changed. */
function Recipient({ address }: { readonly address: string }) {
  const { t } = useTranslation('public');
  const id = 'incoming-recipient';
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {t('incoming.recipient')}
      </label>
      <output id={id} className="flex min-h-11 items-center break-all">
        <bdi dir="ltr">{address}</bdi>
      </output>
    </div>
  );
}

interface FieldProps {
  readonly state: FieldState;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const plainText = {
  autoComplete: 'off',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  required: true,
} as const;

function SecretArea({ state, value, onChange }: FieldProps) {
  return (
    <div>
      <label className="field-label" htmlFor={state.id}>
        {state.label}
      </label>
      <textarea
        {...plainText}
        {...attributesOf(state)}
        className="field field-mono"
        name="secret"
        dir="auto"
        rows={7}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FieldNotes id={state.id} hint={undefined} error={state.error} />
    </div>
  );
}

function TicketField({ state, value, onChange }: FieldProps) {
  return (
    <div>
      <label className="field-label" htmlFor={state.id}>
        {state.label}
      </label>
      <input
        {...plainText}
        {...attributesOf(state)}
        className="field text-start"
        name="ticketno"
        type="text"
        dir="ltr"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FieldNotes id={state.id} hint={undefined} error={state.error} />
    </div>
  );
}

function attributesOf({ id, error, isReadOnly }: FieldState) {
  const isInvalid = error !== undefined;
  return {
    id,
    readOnly: isReadOnly,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': isInvalid ? `${id}-error` : undefined,
  };
}

interface Submission {
  readonly secret: string;
  readonly ticketNumber: string;
  /** The solved captcha. */
  readonly solution: string | null;
}

/** Sends a secret to the support desk; returns the ticket number as the server recorded it. */
async function submitIncoming({ secret, ticketNumber, solution }: Submission): Promise<string> {
  const solved = solution === null ? {} : { authenticity_payload: solution };
  const form = { secret, ticketno: ticketNumber, kind: 'share', ...solved };
  const { details } = await api<IncomingAnswer>({ path: apiPaths.incoming, form });
  return details.ticketno;
}
