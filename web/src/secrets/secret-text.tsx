import { type TextareaHTMLAttributes, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../lib/announcer.ts';
import { countCodePoints, cutCodePoints } from '../lib/code-points.ts';
import { useKeptField, useTakenText } from '../session/kept-text.ts';
import { attributesOf, FieldLabel, FieldNotes } from '../ui/field.tsx';
import type { FieldState } from '../ui/field-form.tsx';

interface SecretAreaProps
  extends Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'rows' | 'required' | 'placeholder' | 'dir'> {
  readonly state: FieldState;
  readonly typed: ReturnType<typeof useSecretText>;
  readonly max: number;
}

/** The secret itself, with a counter. It grows with its text up to 400 px. */
export function SecretArea({ state, typed, max, ...area }: SecretAreaProps) {
  return (
    <div className="counted">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <FieldLabel {...state} />
        <CharacterCounter characters={typed.characters} max={max} />
      </div>
      <textarea
        {...area}
        {...attributesOf(state)}
        className="field field-mono grow"
        name="secret"
        value={typed.text}
        readOnly={state.isReadOnly}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => {
          typed.change(event.currentTarget.value);
          growByScript(event.currentTarget);
        }}
      />
      <FieldNotes {...state} />
    </div>
  );
}

const maxHeightPixels = 400;

/** What `field-sizing` does, in browsers without it. */
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

/**
 * The text being typed, cut to the limit, and whether anything was cut off. Under the field's name it is kept through a
 * forced sign-out.
 */
export function useSecretText(fieldName: string, initial: string, maxCharacters: number) {
  const cut = (typed: string) => {
    const text = cutCodePoints(typed, maxCharacters);
    return { text, wasCut: text !== typed };
  };
  const taken = useTakenText(fieldName);
  const [typed, setTyped] = useState(() => cut(taken ?? initial));
  useKeptField(fieldName, typed.text);
  return { ...typed, characters: countCodePoints(typed.text), change: (text: string) => setTyped(cut(text)) };
}
