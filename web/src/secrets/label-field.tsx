import { type ReactNode, type Ref, type RefObject, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkLabel } from '../contracts/label.ts';
import { attributesOf, Field } from '../ui/field.tsx';

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
  const field = { id, label, hint: t('label.hint'), error };
  return (
    <Field {...field}>
      <input
        {...attributesOf(field)}
        ref={inputRef}
        className="field"
        name="label"
        dir="auto"
        autoComplete="off"
        defaultValue={initial}
        readOnly={isReadOnly}
        onChange={onType && ((event) => onType(event.currentTarget.value))}
      />
    </Field>
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
