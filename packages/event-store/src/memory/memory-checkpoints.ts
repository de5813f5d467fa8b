import type { Knex } from 'knex';
import { afterCommit } from '../subscription/after-commit.ts';
import { type Checkpoint, type CheckpointKey, type Claim, OwnershipLost } from '../subscription/ports.ts';
import type { Position } from '../types.ts';

interface Place {
  position: Position;
  epoch: number;
  isLeased: boolean;
}

/** Checkpoints with owners; a lease lasts until it is released or taken away. */
export class MemoryCheckpoints {
  readonly #places = new Map<string, Place>();

  claim({ consumer, source, shard }: CheckpointKey, start: Position): Claim {
    const name = `${consumer} ${source} ${shard}`;
    const place = this.#places.get(name) ?? { position: start, epoch: 0, isLeased: false };
    this.#places.set(name, place);
    if (place.isLeased) return { heldAt: place.position };
    place.epoch += 1;
    place.isLeased = true;
    return { checkpoint: new MemoryCheckpoint(place) };
  }

  /** As if every owner had died and its lease had run out. */
  expire(): void {
    for (const place of this.#places.values()) place.isLeased = false;
  }
}

class MemoryCheckpoint implements Checkpoint {
  readonly #place: Place;
  readonly #epoch: number;
  position: Position;

  constructor(place: Place) {
    this.#place = place;
    this.#epoch = place.epoch;
    this.position = place.position;
  }

  get isLost(): boolean {
    return this.#place.epoch !== this.#epoch;
  }

  async move(to: Position, tx?: Knex.Transaction): Promise<void> {
    this.#refuseLost();
    const move = () => {
      this.position = to;
      this.#place.position = to;
    };
    if (tx === undefined) move();
    else afterCommit(tx, move);
  }

  async reload(): Promise<void> {
    this.#refuseLost();
    this.position = this.#place.position;
  }

  async release(): Promise<void> {
    if (!this.isLost) this.#place.isLeased = false;
  }

  #refuseLost(): void {
    if (this.isLost) throw new OwnershipLost();
  }
}
