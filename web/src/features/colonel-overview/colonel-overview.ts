import type { ColonelAnswer } from '@onceover/schema/rest/colonel';
import { api } from '../../lib/calls/api.ts';
import { apiPaths } from '../../site/paths.ts';

export type ColonelOverview = ColonelAnswer['record'];

/** What colonels see: counts, the newest customers, feedback. Never a secret, never a key. */
export async function fetchColonelOverview(signal: AbortSignal): Promise<ColonelOverview> {
  return (await api<ColonelAnswer>({ path: apiPaths.colonel, signal })).record;
}
