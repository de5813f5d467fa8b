import { countCodePoints } from '../lib/code-points.ts';

/** What the meter says. `short` is below what the installation accepts. */
export type StrengthLevel = 'short' | 'weak' | 'fair' | 'strong';

/** What the meter asks for. Source: web reference 2.11 */
export const longEnoughCharacters = 15;

/**
 * Judges a password by its length and by how hard it is to guess (0 to 4; null: not known yet).
 * Strong is 15 characters, or a phrase that is as hard to guess as any.
 *
 * Source  web reference 2.11
 */
export function strengthLevel(password: string, score: number | null, shortestCharacters: number): StrengthLevel {
  const characters = countCodePoints(password);
  if (characters < shortestCharacters) return 'short';
  if (score !== null && score <= 1) return 'weak';
  if (characters >= longEnoughCharacters && (score === null || score >= 3)) return 'strong';
  return 'fair';
}
