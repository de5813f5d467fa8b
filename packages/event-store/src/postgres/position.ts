import type { Position } from '../types.ts';

export interface LogPlace {
  readonly gen: string | number;
  readonly xid: string;
  readonly pos: string | number;
}

/** `gen:xid:pos`, padded to 5, 20 and 19 digits so that text order is log order. */
export function toPosition({ gen, xid, pos }: LogPlace): Position {
  return `${pad(gen, 5)}:${pad(xid, 20)}:${pad(pos, 19)}` as Position;
}

const FORM = /^(\d{5}):(\d{20}):(\d{19})$/;

/** The most that the columns can hold; parts are padded, so they compare as text. */
const MOST = { gen: '32767', xid: '18446744073709551615', pos: '9223372036854775807' };

/** Whether a text that has travelled is one that a log can have. */
export function isPosition(text: string): text is Position {
  const [, gen, xid, pos] = FORM.exec(text) ?? [];
  if (gen === undefined || xid === undefined || pos === undefined) return false;
  return gen <= MOST.gen && xid <= MOST.xid && pos <= MOST.pos;
}

/** The parts as SQL parameters; refuses a position from another kind of source. */
export function fromPosition(position: Position): { gen: string; xid: string; pos: string } {
  const match = FORM.exec(position);
  const [, gen, xid, pos] = match ?? [];
  if (gen === undefined || xid === undefined || pos === undefined) throw new TypeError('not a position of a log');
  return { gen: unpad(gen), xid: unpad(xid), pos: unpad(pos) };
}

/** Below every event. */
export const LOG_START = toPosition({ gen: 0, xid: '0', pos: 0 });

/** Above every event. */
export const LOG_END = toPosition(MOST);

/** Above every event before that one; the start has nothing before it. */
export function positionBefore(position: Position): Position {
  const { gen, xid, pos } = fromPosition(position);
  if (pos !== '0') return toPosition({ gen, xid, pos: String(BigInt(pos) - 1n) });
  if (xid !== '0') return toPosition({ gen, xid: String(BigInt(xid) - 1n), pos: MOST.pos });
  return gen === '0' ? LOG_START : toPosition({ gen: Number(gen) - 1, xid: MOST.xid, pos: MOST.pos });
}

function pad(digits: string | number, length: number): string {
  return String(digits).padStart(length, '0');
}

function unpad(digits: string): string {
  return BigInt(digits).toString();
}

/** The text of the position of an event `e`. */
export const POSITION_TEXT = `lpad(e.gen::text, 5, '0') || ':' || lpad(e.xid::text, 20, '0') || ':' || lpad(e.pos::text, 19, '0')`;
