import { useState } from 'react';
import { countCodePoints, cutCodePoints } from '../../lib/code-points.ts';

/** The text being typed, kept at the limit, and whether something was cut off. */
export function useSecretText(initial: string, maxCharacters: number) {
  const [text, setText] = useState(() => cutCodePoints(initial, maxCharacters));
  const [wasCut, setWasCut] = useState(false);
  const change = (typed: string) => {
    const kept = cutCodePoints(typed, maxCharacters);
    setWasCut(kept !== typed);
    setText(kept);
  };
  return { text, characters: countCodePoints(text), wasCut, change };
}
