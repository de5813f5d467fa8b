import { randomBytes } from 'node:crypto';
import type { Link, Product } from './driver.ts';

/** What came of opening secrets, each of them at once by many, or again after something had happened. */
export interface Tally {
  readonly secrets: number;
  readonly opens: number;
  /** Secrets whose content nobody got. */
  readonly toNobody: number;
  readonly once: number;
  /** Secrets whose content more than one open got. */
  readonly moreThanOnce: number;
  /** The most opens that got the content of one secret. */
  readonly most: number;
  /** Opens that were told neither the content nor that it is gone. */
  readonly errors: number;
  /** Opens that were given anything but the content. */
  readonly wrong: number;
  /** One of the errors. */
  readonly example?: string;
}

/** What is done to a running product from outside. */
export interface Hands {
  /** Ends it without warning, as `kill -9` does, and starts it again. */
  killAndStart(): Promise<void>;
  backUp(): Promise<void>;
  restore(): Promise<void>;
}

interface Stored {
  readonly content: string;
  readonly link: Link;
}

/** What one open came to. */
type Seen = 'content' | 'gone' | 'wrong' | { readonly error: string };

/** Each of so many secrets is opened by so many at the same moment. */
export async function race(product: Product, secrets: number, parallel: number): Promise<Tally> {
  const seen: Seen[][] = [];
  for (let at = 0; at < secrets; at += 1) {
    const stored = await store(product);
    seen.push(await Promise.all(Array.from({ length: parallel }, () => look(stored))));
  }
  return tallyOf(seen);
}

/** The server is killed right after it has acknowledged secrets, of which every other one was opened: which can be opened then. */
export async function kill(product: Product, hands: Hands, secrets: number, rounds: number) {
  const [unopened, opened]: [Seen[][], Seen[][]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const read = await storeAndOpen(product, secrets);
    const unread = await storeMany(product, secrets);
    await hands.killAndStart();
    unopened.push(...(await lookAtAll(unread)));
    opened.push(...(await lookAtAll(read)));
  }
  return { unopened: tallyOf(unopened), opened: tallyOf(opened) };
}

/** A backup is made while secrets wait, half of them are opened, and the backup is restored: which can be opened then. */
export async function restore(product: Product, hands: Hands, secrets: number) {
  const [read, unread] = [await storeMany(product, secrets), await storeMany(product, secrets)];
  await hands.backUp();
  await openAll(read);
  await hands.restore();
  return { unopened: tallyOf(await lookAtAll(unread)), opened: tallyOf(await lookAtAll(read)) };
}

/** Counts by secret what its opens have seen. */
export function tallyOf(secrets: readonly (readonly Seen[])[]): Tally {
  const times = secrets.map((seen) => seen.filter((each) => each === 'content').length);
  const all = secrets.flat();
  const errors = all.flatMap((each) => (typeof each === 'object' ? [each.error] : []));
  return {
    secrets: secrets.length,
    opens: all.length,
    toNobody: times.filter((count) => count === 0).length,
    once: times.filter((count) => count === 1).length,
    moreThanOnce: times.filter((count) => count > 1).length,
    most: Math.max(0, ...times),
    errors: errors.length,
    wrong: all.filter((each) => each === 'wrong').length,
    ...(errors[0] === undefined ? {} : { example: errors[0] }),
  };
}

async function store(product: Product): Promise<Stored> {
  const content = `tea at 5, ${randomBytes(9).toString('hex')}`;
  return { content, link: await product.create(content) };
}

async function storeMany(product: Product, count: number): Promise<Stored[]> {
  const stored: Stored[] = [];
  for (let at = 0; at < count; at += 1) stored.push(await store(product));
  return stored;
}

async function storeAndOpen(product: Product, count: number): Promise<Stored[]> {
  const stored = await storeMany(product, count);
  await openAll(stored);
  return stored;
}

/** Throws if one does not open: then the trial says nothing. */
async function openAll(stored: readonly Stored[]): Promise<void> {
  for (const each of stored) {
    const seen = await look(each);
    if (seen === 'content') continue;
    throw new Error(`A secret that nobody had opened was not there: ${typeof seen === 'object' ? seen.error : seen}`);
  }
}

async function lookAtAll(stored: readonly Stored[]): Promise<Seen[][]> {
  const seen: Seen[][] = [];
  for (const each of stored) seen.push([await look(each)]);
  return seen;
}

async function look({ content, link }: Stored): Promise<Seen> {
  try {
    const opening = await link.open();
    if (opening === 'gone') return 'gone';
    return opening.content === content ? 'content' : 'wrong';
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
