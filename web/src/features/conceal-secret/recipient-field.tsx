import { useId } from 'react';
import { useTranslation } from 'react-i18next';

interface RecipientFieldProps {
  readonly value: string;
  readonly isReadOnly: boolean;
  readonly isInvalid: boolean;
  readonly errorId: string | undefined;
  readonly onChange: (address: string) => void;
}

/** Whom the link is mailed to; customers only, and nobody has to be. */
export function RecipientField({ value, isReadOnly, isInvalid, errorId, onChange }: RecipientFieldProps) {
  const { t } = useTranslation('public');
  const id = useId();
  const hintId = useId();
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {t('form.recipientLabel')}
      </label>
      <input
        id={id}
        className="field"
        name="recipient[]"
        type="email"
        dir="ltr"
        autoComplete="off"
        value={value}
        readOnly={isReadOnly}
        aria-invalid={isInvalid || undefined}
        aria-describedby={errorId === undefined ? hintId : `${hintId} ${errorId}`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={hintId} className="pt-1 text-small text-text-3">
        {t('form.recipientHint')}
      </p>
    </div>
  );
}
