import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { CommitNews, Position } from '../types.ts';
import type { LogView } from './log-view.ts';
import { fromPosition, LOG_START, toPosition } from './position.ts';
import { identifier } from './sql/identifiers.ts';

/** Somebody in this process who must hear of commits in one log. */
export interface Follower {
  readonly pool: pg.Pool;
  /** Schemas of the logs that the pool may read: it may ask for other followers too. */
  readonly schemas: ReadonlySet<string>;
  readonly view: LogView;
  /** The position of a committed event; perhaps one that hides above the horizon. */
  onNews(upTo: Position): void;
  onError(error: unknown): void;
}

/**
 * Finds what other processes have committed, for all readers of this one: as few statements as possible ask for the ends
 * of all logs that somebody follows. What this process commits need not wait for it (`CommitNews`).
 *
 * The end of a log may hide above the horizon, and a slower transaction may still write below it. So it is not a
 * position to read up to, but one to read until it is behind the horizon: then everything below it has been read too.
 */
export class LogWatch {
  readonly #slowestMs: number;
  readonly #followers = new Set<Follower>();
  /** By log and part. */
  readonly #ends = new Map<string, Position>();
  /** The same keys: what this process itself has added to since the last poll. */
  readonly #own = new Set<string>();
  readonly #listeners = new Set<(schema: string) => void>();
  #restMs: number;
  #timer: NodeJS.Timeout | undefined;

  /** `slowestMs` is the longest pause between two polls, and so the longest that an event of another process waits. */
  constructor({ slowestMs = SLOWEST_MS }: { readonly slowestMs?: number } = {}) {
    this.#slowestMs = slowestMs;
    this.#restMs = slowestMs;
  }

  /** A commit of this process: finding it again is no reason to poll sooner. */
  heard(news: CommitNews): void {
    for (const { view } of this.#followers) if (view.grewWith(news)) this.#own.add(keyOf(view));
  }

  /** Calls `listener` with the schema of a log to which another process has added, until disposed. It costs no statement. */
  onOthers(listener: (schema: string) => void): Disposable {
    const own = (schema: string) => listener(schema);
    this.#listeners.add(own);
    return { [Symbol.dispose]: () => void this.#listeners.delete(own) };
  }

  /** Has told of the log's end, if there is one, when it resolves. */
  async follow(follower: Follower): Promise<Disposable> {
    this.#followers.add(follower);
    const leave = () => this.#leave(follower);
    try {
      const end = this.#ends.get(keyOf(follower.view));
      if (end === undefined) await this.#ask(follower.pool, [follower.view]);
      else follower.onNews(end);
    } catch (error) {
      leave();
      throw error;
    }
    this.#timer ??= this.#next();
    return { [Symbol.dispose]: leave };
  }

  #leave(follower: Follower): void {
    this.#followers.delete(follower);
    if (this.#followers.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #next(): NodeJS.Timeout {
    return setTimeout(() => void this.#poll(), this.#restMs).unref();
  }

  async #poll(): Promise<void> {
    this.#restMs = Math.min(this.#restMs * 2, this.#slowestMs);
    for (const [follower, views] of sharesOf(this.#followers)) {
      await this.#ask(follower.pool, views, (view) => this.#tellOfOthers(view)).catch(follower.onError);
    }
    clearTimeout(this.#timer);
    this.#timer = this.#followers.size > 0 ? this.#next() : undefined;
  }

  async #ask(pool: pg.Pool, views: readonly LogView[], onGrown?: (view: LogView) => void): Promise<void> {
    const ends = views.map((view) => this.#ends.get(keyOf(view)) ?? LOG_START);
    for (const [index, end] of await endsAfter(pool, views, ends)) {
      const view = views[index];
      if (view === undefined) continue;
      onGrown?.(view);
      this.#learn(view, end);
    }
  }

  #tellOfOthers(view: LogView): void {
    if (this.#own.has(keyOf(view))) return;
    for (const listener of this.#listeners) listener(view.schema);
  }

  #learn(found: LogView, end: Position): void {
    const key = keyOf(found);
    const known = this.#ends.get(key);
    if (known === undefined || end > known) this.#ends.set(key, end);
    if (known !== undefined && !this.#own.delete(key)) this.#restMs = Math.min(FASTEST_MS, this.#slowestMs);
    for (const { view, onNews } of this.#followers) if (keyOf(view) === key) onNews(end);
  }
}

/** After an event of another process; then the pauses double. So it takes about as long as nothing came before. */
const FASTEST_MS = 25;
/** A statement a second is what an idle process pays. It hears at once of what it commits itself. */
const SLOWEST_MS = 1_000;

function keyOf({ schema, part }: LogView): string {
  return `${schema} ${part}`;
}

/** Who asks for which logs, so that all are asked for and few have to ask. */
function sharesOf(followers: Iterable<Follower>): [Follower, LogView[]][] {
  const shares: [Follower, LogView[]][] = [];
  const all = [...followers];
  let open = new Map(all.map(({ view }) => [keyOf(view), view]));
  while (open.size > 0) {
    const reachOf = ({ schemas }: Follower) => [...open.values()].filter(({ schema }) => schemas.has(schema));
    const [best] = all.toSorted((a, b) => reachOf(b).length - reachOf(a).length);
    if (best === undefined) break;
    const share = reachOf(best);
    shares.push([best, share]);
    open = new Map([...open].filter(([, view]) => !share.includes(view)));
  }
  return shares;
}

/** The ends of those logs that grew beyond the positions given, by index. Any other costs one read of its index. */
async function endsAfter(
  pool: pg.Pool,
  views: readonly LogView[],
  known: readonly Position[],
): Promise<[number, Position][]> {
  const text = views.map(endSql).join(' union all ');
  // Named, so that it is planned once; whoever joins or leaves makes it another statement.
  const name = `ends ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  const values = known.flatMap((position) => Object.values(fromPosition(position)));
  const { rows } = await pool.query<{ view: number; gen: number; tx: string; place: string }>({ name, text, values });
  return rows.map(({ view, gen, tx, place }) => [view, toPosition({ gen, xid: tx, pos: place })]);
}

function endSql({ schema, andOfPart }: LogView, index: number): string {
  const [gen, xid, pos] = [1, 2, 3].map((place) => `$${index * 3 + place}`);
  return `(
    select ${index} as view, e.gen, e.xid::text as tx, e.pos::text as place from ${identifier(schema)}.events e
    where (e.gen, e.xid, e.pos) > (${gen}::smallint, ${xid}::text::xid8, ${pos}::bigint) ${andOfPart}
    order by e.gen desc, e.xid desc, e.pos desc limit 1)`;
}
