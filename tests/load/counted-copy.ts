import type pg from 'pg';

/** Counts the rows of a COPY, which come as a message each. */
export class CountedCopy implements pg.Submittable {
  bytes = 0;
  lines = 0;
  readonly done = Promise.withResolvers<void>();
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.bytes += chunk.length;
    this.lines += 1;
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.done.resolve();
  }

  handleError(error: Error): void {
    this.done.reject(error);
  }
}
