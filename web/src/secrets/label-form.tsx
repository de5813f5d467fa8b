import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../lib/announcer.ts';
import { textIn } from '../lib/use-submit.ts';
import { FieldForm } from '../ui/field-form.tsx';
import { LabelField } from './label-field.tsx';
import { saveLabel } from './save-label.ts';

interface LabelFormProps {
  /** The metadata key or owner handle. */
  readonly secret: string;
  readonly initial: string;
  /** Follows what is typed. */
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
