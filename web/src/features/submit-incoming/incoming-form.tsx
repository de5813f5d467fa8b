import type { IncomingAnswer } from '@onceover/schema/rest/support';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormCaptcha } from '../../contracts/form-captcha.ts';
import { api } from '../../lib/calls/api.ts';
import { refuseAll } from '../../lib/calls/refuse.ts';
import { useOneAttempt } from '../../lib/use-one-attempt.ts';
import { CharacterCounter, growByScript, useSecretText } from '../../secrets/secret-text.tsx';
import { apiPaths } from '../../site/paths.ts';
import { FieldForm, type FieldState } from '../../ui/field-form.tsx';
import { FieldNotes } from '../../ui/field-notes.tsx';
import { Notice } from '../../ui/notice.tsx';

interface IncomingFormProps {
  readonly recipient: string;
  /** What the sender's plan allows; longer text is cut. */
  readonly maxCharacters: number;
  /** A ticket number as the support desk writes them; null: the operator has set a pattern of their own. */
  readonly ticketExample: string | null;
  readonly captcha: FormCaptcha;
}

/**
 * A secret and a ticket number for the support desk. What is typed stays until it has been accepted. Visitors who send
 * several are asked for a captcha; from then on it is part of the form.
 */
export function IncomingForm({ recipient, maxCharacters, ticketExample, captcha }: IncomingFormProps) {
  const { t, i18n } = useTranslation('public');
  const typed = useSecretText('incoming-text', '', maxCharacters);
  const [ticketNumber, setTicketNumber] = useState('');
  const [sentTicket, setSentTicket] = useState<string | null>(null);
  const attempt = useOneAttempt();
  const send = async () => {
    const fields = { secret: typed.text, ticketNumber };
    setSentTicket(null);
    refuseAll([
      ...(fields.secret === '' ? (['empty_incoming'] as const) : []),
      ...(ticketNumber.trim() === '' ? (['bad_ticket'] as const) : []),
    ]);
    const sent = captcha.send((solution) =>
      attempt(fields, (idempotencyKey) => submitIncoming({ ...fields, solution, idempotencyKey })),
    );
    setSentTicket(await sent);
    typed.change('');
    setTicketNumber('');
  };
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
          <SecretArea state={field('secret')} typed={typed} max={maxCharacters} />
          {typed.wasCut && <Notice kind="warning">{t('form.truncated', { max: maxCharacters })}</Notice>}
          <TicketField
            state={field('ticket')}
            value={ticketNumber}
            hint={ticketExample === null ? undefined : t('incoming.ticketHint', { example: ticketExample })}
            onChange={setTicketNumber}
          />
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

interface TicketFieldProps {
  readonly state: FieldState;
  readonly value: string;
  readonly hint: string | undefined;
  readonly onChange: (value: string) => void;
}

const plainText = {
  autoComplete: 'off',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  required: true,
} as const;

interface SecretAreaProps {
  readonly state: FieldState;
  readonly typed: ReturnType<typeof useSecretText>;
  readonly max: number;
}

function SecretArea({ state, typed, max }: SecretAreaProps) {
  return (
    <div className="counted">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label className="field-label" htmlFor={state.id}>
          {state.label}
        </label>
        <CharacterCounter characters={typed.characters} max={max} />
      </div>
      <textarea
        {...plainText}
        {...attributesOf(state)}
        className="field field-mono grow"
        name="secret"
        dir="auto"
        rows={7}
        value={typed.text}
        onChange={(event) => {
          typed.change(event.currentTarget.value);
          growByScript(event.currentTarget);
        }}
      />
      <FieldNotes id={state.id} hint={undefined} error={state.error} />
    </div>
  );
}

function TicketField({ state, value, hint, onChange }: TicketFieldProps) {
  return (
    <div>
      <label className="field-label" htmlFor={state.id}>
        {state.label}
      </label>
      <input
        {...plainText}
        {...attributesOf(state, hint)}
        className="field text-start"
        name="ticketno"
        type="text"
        dir="ltr"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FieldNotes id={state.id} hint={hint} error={state.error} />
    </div>
  );
}

function attributesOf({ id, error, isReadOnly }: FieldState, hint?: string) {
  const isInvalid = error !== undefined;
  const describedBy = [isInvalid && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ');
  return {
    id,
    readOnly: isReadOnly,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': describedBy || undefined,
  };
}

interface Submission {
  readonly secret: string;
  readonly ticketNumber: string;
  /** The solved captcha. */
  readonly solution: string | null;
  readonly idempotencyKey: string;
}

/** Sends a secret to the support desk; returns the ticket number as the server recorded it. */
async function submitIncoming({ secret, ticketNumber, solution, idempotencyKey }: Submission): Promise<string> {
  const solved = solution === null ? {} : { authenticity_payload: solution };
  const form = { secret, ticketno: ticketNumber, kind: 'share', ...solved };
  const { details } = await api<IncomingAnswer>({ path: apiPaths.incoming, form, idempotencyKey });
  return details.ticketno;
}
