import type { ServerResponse } from 'node:http';
import type { Outcome } from './protocol.ts';

/**
 * Sends outcomes as they come, a line each; those of one turn of the event loop go together. What is quick never waits for what
 * is slow, and the first turn tells whoever asks that the questions have arrived.
 */
export class AnswerStream {
  readonly #response: ServerResponse;
  #left: number;
  #lines = '';
  #isDue = false;

  constructor(response: ServerResponse, questions: number) {
    this.#response = response;
    this.#left = questions;
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    this.#send();
  }

  put(index: number, outcome: Outcome): void {
    this.#lines += `${JSON.stringify([index, outcome])}\n`;
    this.#left -= 1;
    this.#send();
  }

  #send(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      const lines = this.#lines;
      this.#lines = '';
      if (this.#left === 0) this.#response.end(lines);
      else if (lines === '') this.#response.flushHeaders();
      else this.#response.write(lines);
    });
  }
}
