import { useState } from 'react';
import { countCodePoints, cutCodePoints } from '../../lib/code-points.ts';
import { takeKeptText, useKeptField } from '../../session/kept-text.ts';

const fieldName = 'secret-text';

/** The text being typed, kept at the limit and over a forced sign-out, and whether something was cut off. */
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
