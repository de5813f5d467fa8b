import { type ReactNode, type Ref, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkLabel } from '../contracts/label.ts';
import { announce } from '../lib/announcer.ts';
import { textIn } from '../lib/use-submit.ts';
import { attributesOf, Field } from '../ui/field.tsx';
import { FieldForm } from '../ui/field-form.tsx';
import { saveLabel } from './save-label.ts';

interface LabelFormProps {
  /** The metadata key or owner handle. */
  readonly secret: string;
  readonly initial: string;
  readonly onType?: (text: string) => void;
  readonly onSaved: (label: string | null) => void;
  readonly onCancel: () => void;
}

/** Changes a secret's private label in its place. The field takes the focus; Escape leaves it as it was. */
export function LabelForm({ secret, initial, onType, onSaved, onCancel }: LabelFormProps) {
  const { t } = useTranslation('app');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const send = async (fields: FormData) => {
    const label = await saveLabel(secret, textIn(fields, 'label'));
    announce(t(label === null ? 'label.removed' : 'label.saved'));
    onSaved(label);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape in the field does what the button Cancel does
    <div onKeyDown={(event) => event.key === 'Escape' && onCancel()}>
      <FieldForm
        place="card"
        fields={{ label: { id, label: t('label.field'), blamedFor: ['bad_label'] } }}
        send={send}
        submit={{ label: t('label.save'), busy: t('label.saving') }}
        cancel={{ label: t('label.cancel'), onCancel }}
      >
        {(field) => <LabelField {...field('label')} inputRef={input} initial={initial} onType={onType} />}
      </FieldForm>
    </div>
  );
}

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
