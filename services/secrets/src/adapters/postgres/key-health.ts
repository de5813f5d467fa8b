import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';

/** Which keys there are, by number and age; never a key. */
export interface KeyHealth {
  readonly epochs: { number: number; state: string; ageSeconds: number }[];
  readonly keks: { version: number; ageSeconds: number }[];
}

const EPOCHS = {
  name: 'epochs that live',
  text: `
    select epoch.e as number, epoch.state, extract(epoch from clock_timestamp() - epoch.created_at)::int as "ageSeconds"
      from secrets.epoch where epoch.state in ('current', 'retiring', 'destroying') order by epoch.e desc`,
};

const KEKS = {
  name: 'server keys in use',
  text: `
    select keycheck.v as version, extract(epoch from clock_timestamp() - keycheck.created_at)::int as "ageSeconds"
      from secrets.keycheck where keycheck.state = 'accepted' order by keycheck.v desc`,
};

export async function readKeyHealth(pool: pg.Pool): Promise<KeyHealth> {
  const [epochs, keks] = await Promise.all([
    queryRows<KeyHealth['epochs'][number]>(pool, EPOCHS, []),
    queryRows<KeyHealth['keks'][number]>(pool, KEKS, []),
  ]);
  return { epochs, keks };
}
