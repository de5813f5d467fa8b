import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CharacterCounter } from './character-counter.tsx';

interface SecretTextFieldProps {
  readonly text: string;
  readonly characters: number;
  readonly max: number;
  readonly isReadOnly: boolean;
  readonly isInvalid: boolean;
  readonly errorId: string | undefined;
  readonly onChange: (text: string) => void;
}

/** Grows with its text to 400 px; browsers without `field-sizing` get the same height by script. */
export function SecretTextField(props: SecretTextFieldProps) {
  const { t } = useTranslation('public');
  const id = useId();
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
        dir="auto"
        rows={6}
        value={props.text}
        readOnly={props.isReadOnly}
        placeholder={t('form.placeholder')}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={props.isInvalid || undefined}
        aria-describedby={props.errorId}
        onChange={(event) => {
          props.onChange(event.currentTarget.value);
          growByScript(event.currentTarget);
        }}
      />
    </div>
  );
}

const maxHeightPixels = 400;

function growByScript(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  area.style.height = 'auto';
  area.style.height = `${Math.min(area.scrollHeight + 2, maxHeightPixels)}px`;
}
