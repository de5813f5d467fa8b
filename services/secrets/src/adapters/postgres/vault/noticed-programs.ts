import { queryRows } from '@onceover/postgres-kit/database-failure';
import type { Caller } from '@onceover/schema/caller';
import type { ProgramKind } from '@onceover/schema/events/secrets';
import type pg from 'pg';
import type { RefusedOpening } from '../../../use-cases/reveal/refused-openings.ts';
import { secretFlags } from '../../secret-flags.ts';
import type { Counted } from './noted.ts';
import { openable } from './secret-row.ts';

/** A program came with a key. */
export interface NoticedProgram {
  readonly lookup: Buffer;
  readonly kind: ProgramKind;
  readonly caller: Caller;
}

/** Keys are lookups. What is over tells no more of programs, and a link to verify an account has nobody to tell. */
const programStatement = {
  name: 'noticed programs',
  text: `
    select k.number::int, found.*
    from unnest($1::bytea[]) with ordinality as k(lookup, number)
    cross join lateral (
      select s.secret_id as "secretId", s.owner_ref as "ownerRef" from secrets.secret s
      where s.lookup = k.lookup and ${openable} and s.flags & ${secretFlags.isVerification} = 0
      offset 0
    ) found`,
};

/** The same kind at the same key is one. */
export function nameOfProgram({ lookup, kind }: NoticedProgram): string {
  return `${lookup.toString('latin1')}${kind}`;
}

/** Those that came with the key of a secret which can be opened. */
export async function atSecrets(
  pool: pg.Pool,
  noticed: readonly Counted<NoticedProgram>[],
): Promise<Counted<RefusedOpening>[]> {
  type FoundRow = { readonly number: number; readonly secretId: string; readonly ownerRef: string | null };
  const rows = await queryRows<FoundRow>(pool, programStatement, [noticed.map(({ what }) => what.lookup)]);
  return rows.flatMap(({ number, secretId, ownerRef }) => {
    const found = noticed[number - 1];
    if (found === undefined) return [];
    const { lookup, kind, caller } = found.what;
    return [
      { what: { secret: { secretId, binding: { lookup, ownerRef } }, reason: kind, caller }, count: found.count },
    ];
  });
}
