import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../lib/announcer.ts';
import { countCodePoints, cutCodePoints } from '../../lib/code-points.ts';
import { takeKeptText, useKeptField } from '../../session/kept-text.ts';
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

const maxHeightPixels = 400;

function growByScript(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  area.style.height = 'auto';
  area.style.height = `${Math.min(area.scrollHeight + 2, maxHeightPixels)}px`;
}

const spokenShares = [0.5, 0.9, 1] as const;

/** "n / max chars": visible on hover, on focus and above half the limit; announced at 50, 90 and 100 per cent. */
function CharacterCounter({ characters, max }: { characters: number; max: number }) {
  const { t, i18n } = useTranslation('public');
  const level = spokenShares.filter((share) => characters >= share * max).length;
  const spoken = useRef(0);
  useEffect(() => {
    if (level > spoken.current) announce(i18n.t('public:form.countSpoken', { n: characters, max }));
    spoken.current = level;
  }, [level, characters, max, i18n]);
  return (
    <p
      className="counter text-small tabular-nums text-text-3"
      data-always={characters > max / 2 || undefined}
      data-testid="character-counter"
    >
      {t('form.count', { n: characters, max })}
    </p>
  );
}

const fieldName = 'secret-text';

/** The text being typed, cut to the limit and kept through a forced sign-out, and whether anything was cut off. */
export function useSecretText(initial: string, maxCharacters: number) {
  const [text, setText] = useState(() => cutCodePoints(takeKeptText(fieldName) ?? initial, maxCharacters));
  useKeptField(fieldName, text);
  const [wasCut, setWasCut] = useState(false);
  const change = (typed: string) => {
    const kept = cutCodePoints(typed, maxCharacters);
    setWasCut(kept !== typed);
    setText(kept);
  };
  return { text, characters: countCodePoints(text), wasCut, change };
}
