import type { Knex } from 'knex';
import { afterCommit } from '../subscription/after-commit.ts';
import {
  type Checkpoint,
  type CheckpointKey,
  type Claim,
  type Claimant,
  OwnershipLost,
} from '../subscription/ports.ts';
import type { ConsumerPlace, Halt, Position } from '../types.ts';

/** Of a sink that did not say what it halted on. */
const UNNAMED: Halt = { eventId: '', type: '', position: '' as Position, error: '', at: new Date(0) };

interface Place {
  position: Position;
  epoch: number;
  isLeased: boolean;
  halt?: Halt | undefined;
}

/** Checkpoints with owners; a lease lasts until it is released or taken away. */
export class MemoryCheckpoints {
  readonly #places = new Map<string, Place>();

  claim({ consumer, source, shard }: CheckpointKey, start: Position, { isNew }: Claimant): Claim {
    const name = JSON.stringify([consumer, source, shard]);
    const place = this.#places.get(name) ?? { position: start, epoch: 0, isLeased: false };
    this.#places.set(name, place);
    const isHalted = place.halt !== undefined;
    if (place.isLeased || (isHalted && !isNew)) return { heldAt: place.position, isHalted };
    place.epoch += 1;
    place.isLeased = true;
    place.halt = undefined;
    return { checkpoint: new MemoryCheckpoint(place) };
  }

  list(consumer: string): readonly ConsumerPlace[] {
    return [...this.#places].flatMap(([name, { position, isLeased, halt }]) => {
      const [whose, source, shard] = JSON.parse(name) as [string, string, number];
      const owner = isLeased ? 'memory' : undefined;
      return whose === consumer ? [{ source, shard, position, owner, halt }] : [];
    });
  }

  passHalt(
    tx: Knex.Transaction,
    { consumer, eventId }: { readonly consumer: string; readonly eventId: string },
  ): (ConsumerPlace & { readonly halt: Halt }) | undefined {
    const stood = this.list(consumer).find(({ halt }) => halt?.eventId === eventId);
    const { halt } = stood ?? {};
    const place = stood && this.#places.get(JSON.stringify([consumer, stood.source, stood.shard]));
    if (stood === undefined || halt === undefined || place === undefined) return undefined;
    afterCommit(tx, () => Object.assign(place, { position: halt.position, halt: undefined, epoch: place.epoch + 1 }));
    return { ...stood, halt };
  }

  moveTo(consumer: string, source: string, position: Position): void {
    for (const [name, place] of this.#places) {
      const [whose, where] = JSON.parse(name) as [string, string, number];
      if (whose !== consumer || where !== source) continue;
      Object.assign(place, { position, epoch: place.epoch + 1, isLeased: false });
    }
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

  async halt(on: Halt | undefined): Promise<void> {
    if (this.isLost) return;
    this.#place.isLeased = false;
    this.#place.halt = on ?? UNNAMED;
  }

  async release(): Promise<void> {
    if (!this.isLost) this.#place.isLeased = false;
  }

  #refuseLost(): void {
    if (this.isLost) throw new OwnershipLost();
  }
}
