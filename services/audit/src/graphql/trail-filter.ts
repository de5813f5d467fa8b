import { TooMuchToSearch } from '@onceover/event-store';
import { GraphQLError } from 'graphql';
import { readFilter } from '../use-cases/trail/search/read-filter.ts';
import type { TrailPlaces, TrailQuestion } from '../use-cases/trail/search/search-trail.ts';
import { placesFrom } from '../use-cases/trail/search/trail-cursor.ts';
import type { AuditFilter } from './types.generated.ts';

/** Refuses  `BAD_INPUT` with what to write instead. */
export function questionOf(filter: AuditFilter | null | undefined): TrailQuestion {
  const question = readFilter(filter ?? {});
  if (typeof question === 'string') throw badFilter(question);
  return question;
}

export function badFilter(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_INPUT', reason: 'filter' } });
}

const TOO_MUCH = 'This search takes too long. Choose a shorter time, or fewer conditions.';

/** Refuses  `BAD_INPUT` where the search takes too long. */
export async function orTooMuch<Found>(search: Promise<Found>): Promise<Found> {
  try {
    return await search;
  } catch (error) {
    throw error instanceof TooMuchToSearch ? badFilter(TOO_MUCH) : error;
  }
}

/** Refuses  `BAD_INPUT` for what is no cursor of ours. */
export function placesOf(cursor: string | null | undefined): TrailPlaces | null {
  const places = placesFrom(cursor);
  if (places === undefined) {
    throw new GraphQLError('Malformed cursor', { extensions: { code: 'BAD_INPUT', reason: 'cursor' } });
  }
  return places;
}
