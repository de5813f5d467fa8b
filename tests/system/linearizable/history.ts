import type { ApiAnswer, ConcealedLinks } from '../../support/api-client.ts';
import type { Operation, Told } from './secret-model.ts';

/** A secret and all that clients asked about it. */
export interface Subject {
  readonly content: string;
  readonly links: ConcealedLinks;
  readonly operations: Operation[];
}

/** What many clients asked and were told, on one clock that never says the same twice. */
export class History {
  readonly subjects: Subject[] = [];
  /** Answers that no rule allows, each with how often it was given. */
  readonly odd: Record<string, number> = {};
  #clock = 0;
  #count = 0;
  #awaited: { readonly count: number; resolve(): void }[] = [];

  get count(): number {
    return this.#count;
  }

  add(content: string, links: ConcealedLinks): Subject {
    const subject: Subject = { content, links, operations: [] };
    this.subjects.push(subject);
    return subject;
  }

  /** The moment of a call, or of its answer. */
  tick(): number {
    this.#clock += 1;
    return this.#clock;
  }

  record(subject: Subject, told: Told, invokedAt: number): void {
    const returnedAt = told.answer === 'unknown' ? Number.POSITIVE_INFINITY : this.tick();
    subject.operations.push({ ...told, invokedAt, returnedAt });
    this.#count += 1;
    for (const awaited of this.#awaited) if (this.#count >= awaited.count) awaited.resolve();
    this.#awaited = this.#awaited.filter(({ count }) => this.#count < count);
  }

  recordOdd(call: string, { status, body }: ApiAnswer): void {
    const what = `${call} ${status} ${body.code ?? body.record?.state}`;
    this.odd[what] = (this.odd[what] ?? 0) + 1;
  }

  /** Resolves once so many operations have been recorded. */
  reached(count: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#count >= count) resolve();
      else this.#awaited.push({ count, resolve });
    });
  }
}
