import { liveSdl } from '@onceover/schema/sdl';
import { Kind, parse } from 'graphql';
import { type Access, type Into, isAllowed, outcomeInside } from './access.ts';
import type { Belongings } from './rest-rows.ts';
import type { Role } from './roles.ts';

/** One subscription: who may listen, what is asked, and what comes first; `listens` where perhaps nothing does. */
interface LiveRow {
  readonly access: Access;
  readonly query: string | ((things: Belongings) => string);
  readonly into: Into;
}

/** Every field that the gateway streams. */
export const liveRows: Readonly<Record<string, LiveRow>> = {
  metadataChanged: {
    access: 'anybody',
    query: ({ handleToLookAt }) => `metadataChanged(key: "${handleToLookAt}") { __typename }`,
    into: { customer: 'next Metadata', otherwise: 'next null' },
  },
  secretActivity: { access: 'signed in', query: 'secretActivity { __typename }', into: 'listens' },
  colonelPulse: { access: 'colonel', query: 'colonelPulse { __typename }', into: 'next ColonelPulse' },
};

export function liveFields(): string[] {
  return parse(liveSdl()).definitions.flatMap((node) => {
    const isRoot = node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION;
    return isRoot && node.name.value === 'Subscription' ? (node.fields ?? []).map(({ name }) => name.value) : [];
  });
}

/** What a role gets: no socket at all, an error, or the first value. */
export function expectedLive(role: Role, row: LiveRow): string {
  if (role === 'revoked session') return '401 NOT_AUTHORIZED';
  if (role === 'token') return '403 NOT_AUTHORIZED'; // no token for `/api/v2` may send documents of its own
  return isAllowed(role, row.access) ? outcomeInside(role, row.into) : 'error NOT_AUTHORIZED';
}

/** What came first, if that matters: of a feed nothing need come at all. */
export function liveOutcome(first: string, { into }: LiveRow): string {
  const isListening = first === 'nothing' || first.startsWith('next ');
  return into === 'listens' && isListening ? 'listens' : first;
}
