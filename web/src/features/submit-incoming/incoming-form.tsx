import type { IncomingAnswer } from '@onceover/schema/rest/support';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormCaptcha } from '../../contracts/form-captcha.ts';
import { wrong } from '../../contracts/wrong.ts';
import { api } from '../../lib/calls/api.ts';
import { refuseAll } from '../../lib/calls/refuse.ts';
import { useOneAttempt } from '../../lib/use-one-attempt.ts';
import { SecretArea, useSecretText } from '../../secrets/secret-text.tsx';
import { apiPaths } from '../../site/paths.ts';
import { Field } from '../../ui/field.tsx';
import { FieldForm } from '../../ui/field-form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';

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
    const form = { secret: typed.text, ticketno: ticketNumber, kind: 'share' };
    setSentTicket(null);
    refuseAll(wrong({ empty_incoming: typed.text === '', bad_ticket: ticketNumber.trim() === '' }));
    const { details } = await captcha.send((solved) =>
      attempt(form, (idempotencyKey) =>
        api<IncomingAnswer>({ path: apiPaths.incoming, form: { ...form, ...solved }, idempotencyKey }),
      ),
    );
    setSentTicket(details.ticketno);
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
          <SecretArea state={field('secret')} typed={typed} max={maxCharacters} rows={7} dir="auto" required />
          {typed.wasCut && <Notice kind="warning">{t('form.truncated', { max: maxCharacters })}</Notice>}
          <TextField
            {...field('ticket')}
            name="ticketno"
            autoComplete="off"
            required
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
    <Field id={id} label={t('incoming.recipient')}>
      <output id={id} className="flex min-h-11 items-center break-all">
        <bdi dir="ltr">{address}</bdi>
      </output>
    </Field>
  );
}
