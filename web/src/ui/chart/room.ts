/** Letters of the pictures, in pixels. */
export const FONT_SIZE = 13;

/** What stands between a number and its axis, and at its other side. */
const BESIDE_AXIS = 12;

/** Widths by kind of letter, in the font's size, as the widest of the fonts that people's systems have. */
const kinds = [
  [/[\p{Mark}\p{Cf}]/u, 0],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u, 1.05],
  [/[\s.,'’:;·-]/u, 0.36],
  [/[mMWwщшжюф]|[تسشصضفقكيىئ]/u, 1.05],
  [/\p{Lu}/u, 0.8],
  [/[fijlrtIاأآإ]/u, 0.42],
  [/[\d\p{Script=Latin}]/u, 0.65],
  [/./u, 0.8],
] as const;

/** At least as wide as the text will be. Bold letters are a little wider. */
function roomOf(text: string, isBold = false): number {
  const widthOf = (letter: string) => kinds.find(([kind]) => kind.test(letter))?.[1] ?? 0;
  const width = [...text].reduce((sum, letter) => sum + widthOf(letter), 0);
  return Math.ceil(width * FONT_SIZE * (isBold ? 1.12 : 1));
}

export function widest(texts: readonly string[], isBold = false): number {
  return Math.max(0, ...texts.map((text) => roomOf(text, isBold)));
}

/** How wide an axis is whose numbers are these. */
export function axisRoom(labels: readonly string[]): number {
  return widest(labels) + BESIDE_AXIS;
}

/** Whether texts have the room beside each other, each in the middle of its part of the width. */
export function fitBeside(texts: readonly string[], width: number): boolean {
  const part = width / texts.length;
  return texts.every((text, place) => roomOf(text) + roomOf(texts[place - 1] ?? '') <= 2 * part);
}
