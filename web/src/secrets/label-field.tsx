import { type ReactNode, type Ref, type RefObject, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkLabel } from '../contracts/label.ts';
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

/** The label of a secret that is about to be created; `label` holds what is typed. */
export function NewLabelField({ label }: { readonly label: RefObject<string> }) {
  const { t } = useTranslation('app');
  const id = useId();
  const [isBad, setBad] = useState(false);
  const onType = (text: string) => {
    label.current = text;
    setBad(checkLabel(text) !== null);
  };
  const error = isBad ? t('refusals.bad_label') : undefined;
  return <LabelField id={id} label={t('label.optional')} error={error} initial="" onType={onType} />;
}
