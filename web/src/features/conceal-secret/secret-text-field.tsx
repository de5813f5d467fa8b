import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CharacterCounter, growByScript } from '../../secrets/secret-text.tsx';
import { FieldNotes } from '../../ui/field-notes.tsx';

interface SecretTextFieldProps {
  readonly id: string;
  readonly text: string;
  readonly characters: number;
  readonly max: number;
  readonly isReadOnly: boolean;
  readonly error: ReactNode;
  readonly onChange: (text: string) => void;
}

/** Grows with its text up to 400 px; in browsers without `field-sizing` a script sets the height. */
export function SecretTextField(props: SecretTextFieldProps) {
  const { t } = useTranslation('public');
  const { id, error } = props;
  return (
    <div className="counted">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label className="field-label" htmlFor={id}>
          {t('form.secretLabel')}
        </label>
        <CharacterCounter characters={props.characters} max={props.max} />
      </div>
      <textarea
        id={id}
        className="field field-mono grow"
        name="secret"
        // An empty field has the page's direction, and so has its placeholder; a text has its own.
        dir={props.text === '' ? undefined : 'auto'}
        rows={6}
        value={props.text}
        readOnly={props.isReadOnly}
        placeholder={t('form.placeholder')}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(event) => {
          props.onChange(event.currentTarget.value);
          growByScript(event.currentTarget);
        }}
      />
      <FieldNotes id={id} hint={undefined} error={error} />
    </div>
  );
}
