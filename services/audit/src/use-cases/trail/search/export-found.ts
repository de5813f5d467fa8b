import { type Caller, type CustomerCaller, isColonel } from '@onceover/schema/caller';
import type { beginTrailExport } from '@onceover/schema/internal/export-trail';
import { NotAuthorizedError } from '@onceover/service-kit/errors';
import type { z } from 'zod';
import { exportHeading, exportLine } from '../export-trail.ts';
import { forOwner } from '../recorded-entry.ts';
import { readFilter } from './read-filter.ts';
import { readTrail, type SearchPorts, type TrailQuestion } from './search-trail.ts';
import { cursorOf, placesFrom } from './trail-cursor.ts';

type WantedExport = Omit<z.output<typeof beginTrailExport.input>, 'caller'>;

/** Records that somebody exports a trail. */
export interface ExportBook {
  add(
    wanted: Pick<WantedExport, 'scope' | 'format'> & { readonly isFiltered: boolean },
    caller: CustomerCaller,
  ): Promise<void>;
}

export interface ExportPorts extends SearchPorts {
  readonly exports: ExportBook;
  now(): Promise<Date>;
}

/**
 * Records that an export begins. It ends at this moment at the latest, so that a trail that grows as fast as it is read has an
 * end too.
 */
export function beginTrailExportUseCase({ exports, now }: ExportPorts) {
  return async (
    { scope, format, filter }: WantedExport,
    caller: Caller,
  ): Promise<z.output<typeof beginTrailExport.output>> => {
    if (!mayExport(caller, scope)) return { kind: 'not-authorized' };
    const asked = objectFrom(filter);
    const question = asked === null ? 'filter is an object, as JSON' : readFilter(asked);
    if (asked === null || typeof question === 'string') return { kind: 'bad-filter', message: String(question) };
    const until = Math.ceil((await now()).getTime() / 1_000) + 1;
    const to = typeof asked.to === 'number' ? Math.min(asked.to, until) : until;
    await exports.add({ scope, format, isFiltered: Object.keys(question).length > 0 }, caller);
    const heading = exportHeading[format];
    return { kind: 'begun', filter: JSON.stringify({ ...asked, to }), heading };
  };
}

const AT_ONCE = 1_000;

/**
 * A page of an export, the oldest first. Owners get neither requests nor networks nor reasons, nor who else it was,
 * like on the screen.
 *
 * Errors   `NotAuthorizedError`; a filter that no export began with is a fault
 */
export function readTrailExportUseCase(ports: ExportPorts) {
  return async (wanted: WantedExport & { readonly after: string | null }, caller: Caller) => {
    const { scope, format, filter, after } = wanted;
    if (!mayExport(caller, scope)) throw new NotAuthorizedError();
    const question = readFilter(objectFrom(filter));
    const places = placesFrom(after);
    if (typeof question === 'string' || places === undefined) throw new TypeError('no export goes on like this');
    const own: TrailQuestion = scope === 'own' ? { ...question, account: caller.accountRef } : question;
    const page = { question: own, order: 'oldest', first: AT_ONCE, after: places } as const;
    const { entries, end } = await readTrail(ports, page, scope === 'all' ? caller : null);
    const lines = entries.map((entry) => `${exportLine(scope === 'all' ? entry : forOwner(entry), format)}\n`);
    return { text: lines.join(''), end: cursorOf(end) };
  };
}

/** By session: an export is more than any token may read. */
function mayExport(caller: Caller, scope: WantedExport['scope']): caller is CustomerCaller {
  if (scope === 'all') return isColonel(caller);
  return caller.kind === 'customer' && caller.credential.kind === 'session';
}

function objectFrom(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
