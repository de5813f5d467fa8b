import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldNotes } from '../ui/field-notes.tsx';

interface LabelFieldProps {
  readonly id: string;
  readonly label: string;
  readonly error?: ReactNode;
  readonly isReadOnly?: boolean;
  readonly initial: string;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onType?: ((text: string) => void) | undefined;
}

/** The owner's own name for a secret, in any script. */
export function LabelField({ id, label, error, isReadOnly = false, initial, inputRef, onType }: LabelFieldProps) {
  const { t } = useTranslation('app');
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        ref={inputRef}
        id={id}
        className="field"
        name="label"
        dir="auto"
        autoComplete="off"
        defaultValue={initial}
        readOnly={isReadOnly}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
        onChange={onType && ((event) => onType(event.currentTarget.value))}
      />
      <FieldNotes id={id} hint={t('label.hint')} error={error} />
    </div>
  );
}
