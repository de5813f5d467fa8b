export type LineEnding = 'entered' | 'interrupted' | 'ended';

const PASTED = '\u001b[200~';
const PASTE_ENDS = '\u001b[201~';
const INTERRUPT = '\u0003';
const END = '\u0004';
const CLEAR = '\u0015';
const BACKSPACES = ['\b', '\u007f'];
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal sends them for arrows and the like.
const KEY_SEQUENCE = /^\u001b(?:\[[0-9;]*[A-Za-z~]|O[A-Z]|.)?/;

/**
 * What a person types in raw mode, until Enter. Several lines can be pasted: the terminal marks where a paste begins and ends, so a
 * line feed in it is text, and no rest of a secret goes to the shell.
 */
export class LineReader {
  readonly #echo: (text: string) => void;
  #characters: string[] = [];
  #isPasting = false;
  #rest = '';

  constructor(echo: (text: string) => void) {
    this.#echo = echo;
  }

  get text(): string {
    return this.#characters.join('');
  }

  /** Undefined as long as there is more to come. What follows the end is dropped. */
  take(chunk: string): LineEnding | undefined {
    let left = this.#rest + chunk;
    this.#rest = '';
    while (left !== '') {
      const mark = this.#isPasting ? PASTE_ENDS : PASTED;
      if (left.startsWith(mark)) {
        this.#isPasting = !this.#isPasting;
        left = left.slice(mark.length);
      } else if (left[0] === '\u001b' && mark.startsWith(left)) {
        this.#rest = left;
        return undefined;
      } else if (left[0] === '\u001b' && !this.#isPasting) {
        left = left.slice(KEY_SEQUENCE.exec(left)?.[0].length ?? 1);
      } else {
        const [character = ''] = left;
        left = left.slice(character.length);
        const ending = this.#isPasting ? this.#add(character === '\r' ? '\n' : character) : this.#press(character);
        if (ending !== undefined) return ending;
      }
    }
    return undefined;
  }

  #press(character: string): LineEnding | undefined {
    if (character === '\r' || character === '\n') return 'entered';
    if (character === INTERRUPT) return 'interrupted';
    if (character === END) return this.#characters.length === 0 ? 'ended' : undefined;
    if (character === CLEAR) {
      while (this.#characters.length > 0) this.#takeBack();
    } else if (BACKSPACES.includes(character)) this.#takeBack();
    else if (character >= ' ' || character === '\t') this.#add(character);
    return undefined;
  }

  #add(character: string): undefined {
    this.#characters.push(character);
    this.#echo(character);
  }

  #takeBack(): void {
    if (this.#characters.pop() !== undefined) this.#echo('\b \b');
  }
}
