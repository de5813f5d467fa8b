/** C0 and C1 controls but tab and line feed, and the marks that turn the direction of text around. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const DELETE = 0x7f;
const PICTURES = 0x2400;
const PICTURE_OF_DELETE = '\u2421';

/** Whether printing it could do something to a terminal. */
export function hasControls(text: string): boolean {
  return text.search(UNSAFE) !== -1;
}

/** The same text with a sign for each control character (`␛` for Escape), so that a terminal shows it and executes nothing. */
export function visible(text: string): string {
  return text.replace(UNSAFE, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(PICTURES + code);
    return code === DELETE ? PICTURE_OF_DELETE : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}
