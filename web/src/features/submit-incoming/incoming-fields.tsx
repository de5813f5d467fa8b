import { useTranslation } from 'react-i18next';
import { FieldNotes } from '../../ui/field-notes.tsx';

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
export function IncomingFields({ ids, recipient, secret, ticket, isReadOnly }: IncomingFieldsProps) {
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
