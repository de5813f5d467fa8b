import type { AttackedTrail, Era, FoundBy } from './attacked-trail.ts';
import { Forger } from './forger.ts';

export interface Attack {
  readonly what: string;
  /** What the attacker has besides all rights in the database. */
  readonly with: 'nothing more' | 'audit.key';
  /** Whom the table says to find it, by when the victim was written. */
  readonly foundBy: Readonly<Record<Era, FoundBy>>;
  run(at: AttackPlace): Promise<void>;
}

export interface AttackPlace {
  readonly trail: AttackedTrail;
  readonly era: Era;
  /** From 0 to below 1. */
  readonly chance: () => number;
}

const always = (by: FoundBy): Attack['foundBy'] => ({ kept: by, signed: by, unsigned: by });
/** What agrees with itself in all its parts is held by a signature alone. */
const bySignature: Attack['foundBy'] = { kept: 'verify', signed: 'verify', unsigned: 'nobody' };
/** Who has the key, or takes the signatures away with what they signed, is held by what is kept elsewhere alone. */
const byKept: Attack['foundBy'] = { kept: 'verify --against', signed: 'nobody', unsigned: 'nobody' };

/** An entry of the era, with its event: the first or a later one by chance, and of either account. */
async function victim({ trail, era, chance }: AttackPlace, has: 'entry' | 'no entry' = 'entry') {
  const [after, upTo] = [positionBefore(trail, era), trail.ends.get(era) ?? ''];
  const isOwned = has === 'entry' ? 'tenant_ref is not null' : `tenant_ref is null and type <> 'log.covered'`;
  const rows = await trail.audit.rows<{ id: string; pos: string; next: string | null }>(
    `with placed as (
       select e.event_id as id, e.pos, e.xid, (select max(position) from audit.entries n where n.event_id = e.event_id) as position
       from secrets.events e where ${isOwned})
     select id, pos::text, lead(id) over (order by placed.pos) as next from placed
     where case when position is null then pos > (${POSITION_OF}) and pos < (${POSITION_UP_TO}) else position > $1 and position <= $2 end
     order by placed.pos`,
    [after, upTo],
  );
  const found = rows[Math.floor(chance() * (rows.length - 1))];
  if (found?.next === undefined || found.next === null) throw new Error('an era without a victim');
  return { id: found.id, pos: found.pos, next: found.next };
}

/** Of events without an entry the place is known by their neighbours with one. */
const POSITION_OF = `select coalesce(max(n.pos), 0) from audit.entries a join secrets.events n on n.event_id = a.event_id where a.position <= $1`;
const POSITION_UP_TO = `select max(n.pos) from audit.entries a join secrets.events n on n.event_id = a.event_id where a.position <= $2`;

function positionBefore({ ends }: AttackedTrail, era: Era): string {
  if (era === 'kept') return '';
  return ends.get(era === 'signed' ? 'kept' : 'signed') ?? '';
}

const sql = ({ trail }: AttackPlace, text: string, values: unknown[] = []) => trail.audit.rows(text, values);
const forger = ({ trail }: AttackPlace) => new Forger(trail.audit);

async function changeEntry(at: AttackPlace): Promise<void> {
  const { id } = await victim(at);
  await sql(at, `update audit.entries set action = 'secret.burned' where event_id = $1`, [id]);
}

async function changeEvent(at: AttackPlace): Promise<void> {
  const { id } = await victim(at);
  await sql(at, `update secrets.events set meta = meta || '{"c": "req-forged"}' where event_id = $1`, [id]);
}

async function swapEvents(at: AttackPlace): Promise<void> {
  const { id, next } = await victim(at);
  await sql(
    at,
    `update secrets.events e set xid = o.xid, pos = o.pos from secrets.events o
     where e.event_id = any($1) and o.event_id = any($1) and e.event_id <> o.event_id`,
    [[id, next]],
  );
}

async function removeEvent(at: AttackPlace): Promise<void> {
  const { id } = await victim(at);
  await sql(at, 'delete from secrets.events where event_id = $1', [id]);
}

/** The whole database, its signatures with it, as it was before the era. */
const putBackOld = (at: AttackPlace) => at.trail.putBack(`before_${at.era}`);

/** What the table of `docs/PROOF.md` says, row by row. */
export const attacks: readonly Attack[] = [
  { what: 'an entry is changed', with: 'nothing more', foundBy: always('verify'), run: changeEntry },
  {
    what: 'an entry is changed, and all hashes of entries after it are made anew',
    with: 'nothing more',
    foundBy: always('verify'),
    async run(at) {
      await changeEntry(at);
      await forger(at).makeHashesAnew();
    },
  },
  { what: 'an event is changed', with: 'nothing more', foundBy: always('verify'), run: changeEvent },
  {
    what: 'an event is changed, and entries are made anew from the log, hashes and all',
    with: 'nothing more',
    foundBy: always('verify'),
    async run(at) {
      await changeEvent(at);
      await forger(at).makeEntriesAnew();
    },
  },
  {
    what: 'an event is changed, and everything is made anew: entries, blocks, hashes, what the log says of its blocks',
    with: 'nothing more',
    foundBy: bySignature,
    async run(at) {
      await changeEvent(at);
      await forger(at).makeAllAnew();
    },
  },
  {
    what: 'the same, and all checkpoints are signed anew',
    with: 'audit.key',
    foundBy: byKept,
    async run(at) {
      await changeEvent(at);
      await forger(at).makeAllAnew();
      await forger(at).signAnew();
    },
  },
  {
    what: 'an event of nobody is changed',
    with: 'nothing more',
    foundBy: always('verify'),
    async run(at) {
      const { id } = await victim(at, 'no entry');
      await sql(at, 'update secrets.events set schema_ver = 7 where event_id = $1', [id]);
    },
  },
  {
    what: 'an entry is cut out',
    with: 'nothing more',
    foundBy: always('verify'),
    run: async (at) => void (await sql(at, 'delete from audit.entries where event_id = $1', [(await victim(at)).id])),
  },
  { what: 'an event is cut out', with: 'nothing more', foundBy: always('verify'), run: removeEvent },
  {
    what: 'an event is cut out, and everything is made anew',
    with: 'nothing more',
    foundBy: bySignature,
    async run(at) {
      await removeEvent(at);
      await forger(at).makeAllAnew();
    },
  },
  {
    what: 'the trail is cut off: entries from there on are gone, and heads moved back',
    with: 'nothing more',
    foundBy: always('verify'),
    async run(at) {
      const { id } = await victim(at);
      await sql(
        at,
        'delete from audit.entries where position >= (select position from audit.entries where event_id = $1)',
        [id],
      );
      await forger(at).makeHashesAnew();
    },
  },
  {
    what: 'two events change places',
    with: 'nothing more',
    foundBy: always('verify'),
    run: swapEvents,
  },
  {
    what: 'two events change places, and everything is made anew',
    with: 'nothing more',
    foundBy: bySignature,
    async run(at) {
      await swapEvents(at);
      await forger(at).makeAllAnew();
    },
  },
  {
    what: 'two entries change places, and all hashes of entries are made anew',
    with: 'nothing more',
    foundBy: always('verify'),
    async run(at) {
      const { id, next } = await victim(at);
      await sql(
        at,
        `update audit.entries e set position = o.position, event_id = o.event_id, target_ref = o.target_ref from audit.entries o
         where e.event_id = any($1) and o.event_id = any($1) and e.event_id <> o.event_id`,
        [[id, next]],
      );
      await forger(at).makeHashesAnew();
    },
  },
  {
    what: 'the whole database is put back as it was before, signatures and all',
    with: 'nothing more',
    foundBy: byKept,
    run: putBackOld,
  },
  {
    what: 'all checkpoints are taken away',
    with: 'nothing more',
    foundBy: always('verify --against'),
    async run(at) {
      await sql(at, 'delete from audit.signed_checkpoints');
      await sql(at, 'update audit.heads set signed_seq = 0');
    },
  },
];
