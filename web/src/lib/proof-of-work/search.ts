import type { Challenge } from './puzzle.ts';

/** A part of a puzzle for one worker: numbers from `first` to `last`, both included. */
export interface SearchPart extends Pick<Challenge, 'algorithm' | 'challenge' | 'salt'> {
  readonly first: number;
  readonly last: number;
}

/** The number in the part that solves the puzzle, or null. */
export async function search({ algorithm, challenge, salt, first, last }: SearchPart): Promise<number | null> {
  const encoder = new TextEncoder();
  for (let number = first; number <= last; number += 1) {
    const digest = await crypto.subtle.digest(algorithm, encoder.encode(`${salt}${number}`));
    if (hex(digest) === challenge) return number;
  }
  return null;
}

/** The numbers 0 to `max` in `count` parts of nearly equal size. */
export function partsOf(challenge: Challenge, count: number): SearchPart[] {
  const { algorithm, challenge: wanted, salt, maxNumber } = challenge;
  const size = Math.ceil((maxNumber + 1) / count);
  return Array.from({ length: count }, (_, index) => ({
    algorithm,
    challenge: wanted,
    salt,
    first: index * size,
    last: Math.min((index + 1) * size - 1, maxNumber),
  })).filter(({ first, last }) => first <= last);
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
