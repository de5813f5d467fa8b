import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ProofPlace } from './place.ts';

/** What the processes have printed since a moment. */
export class LogLines {
  readonly #before: ReadonlyMap<object, string>;
  readonly #place: ProofPlace;

  constructor(place: ProofPlace) {
    this.#place = place;
    this.#before = new Map(allOf(place).map((each) => [each, each.output]));
  }

  /** The process that has printed most. */
  most(): { readonly name: string; readonly lines: number } {
    const counted = this.#since().map(({ name, text }) => ({ name, lines: text.split('\n').length - 1 }));
    return counted.reduce((most, each) => (each.lines > most.lines ? each : most));
  }

  /** The processes that have not printed a text. */
  without({ text }: { readonly text: string }): readonly { readonly name: string }[] {
    return this.#since().filter((each) => !each.text.includes(text));
  }

  write(directory: string): void {
    mkdirSync(directory, { recursive: true });
    for (const { name, pid, text } of this.#since()) writeFileSync(path.join(directory, `${name}-${pid}.log`), text);
  }

  #since() {
    return allOf(this.#place).map((each) => {
      const before = this.#before.get(each) ?? '';
      const text = each.output.startsWith(before) ? each.output.slice(before.length) : each.output;
      return { name: each.name, pid: each.pid, text };
    });
  }
}

const allOf = ({ split }: ProofPlace) => [...split.all, split.keyStore];
