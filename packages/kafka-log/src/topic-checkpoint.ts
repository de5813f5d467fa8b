import type { Bookmark, Position } from '@onceover/event-store';
import type { Checkpoint } from '@onceover/event-store/source-parts';
import type { Knex } from 'knex';

/** Moves the offset with the position. */
export class TopicCheckpoint implements Checkpoint {
  readonly #kept: Checkpoint;
  readonly #bookmarkAt: (position: Position) => Bookmark | undefined;

  constructor(kept: Checkpoint, bookmarkAt: (position: Position) => Bookmark | undefined) {
    this.#kept = kept;
    this.#bookmarkAt = bookmarkAt;
  }

  get position(): Position {
    return this.#kept.position;
  }

  get bookmark(): Bookmark | undefined {
    return this.#kept.bookmark;
  }

  get isLost(): boolean {
    return this.#kept.isLost;
  }

  move(to: Position, tx?: Knex.Transaction): Promise<void> {
    return this.#kept.move(to, tx, this.#bookmarkAt(to));
  }

  reload(): Promise<void> {
    return this.#kept.reload();
  }

  halt(...on: Parameters<Checkpoint['halt']>): Promise<void> {
    return this.#kept.halt(...on);
  }

  release(): Promise<void> {
    return this.#kept.release();
  }
}
