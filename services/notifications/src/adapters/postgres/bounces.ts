import { DuplicateCommand, queryOn, VersionConflict } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type { Foundation } from '@onceover/service-shell/foundation';
import type pg from 'pg';
import type { Bounces, PostedMail } from '../../use-cases/mail/ports.ts';
import type { AddressHashes } from '../keys/address-hashes.ts';
import { fateOf, recordingOf } from './mail-events.ts';
import { type MailRow, TAKEN, takenMail } from './mail-table.ts';
import { SUPPRESS } from './suppression-list.ts';

const FIND = {
  name: 'emails of a message',
  text: `
    select ${TAKEN}, m.state, m.recipient_hash from notifications.mail m where m.delivery_id = $1::uuid
    union all
    select ${TAKEN}, m.state, m.recipient_hash from notifications.mail m where m.left_in = $1::uuid`,
};

const BOUNCE = `
  update notifications.mail m set state = 'bounced', reason_code = $2, bounced = clock_timestamp()
    where m.delivery_id = $1::uuid and m.state = 'sent'`;

interface PostedRow extends MailRow {
  readonly state: string;
  readonly recipient_hash: Buffer | null;
}

type BounceParts = Pick<Foundation, 'pool' | 'events'> & AddressHashes;

function stageOf({ state }: PostedRow): PostedMail['stage'] {
  if (state === 'queued' || state === 'sending') return 'under-way';
  return state === 'sent' ? 'sent' : 'over';
}

/** Emails that came back, in the log, in the table and on the suppression list. */
export function createPostgresBounces({ pool, events, hashRecipient, hashAddress }: BounceParts): Bounces {
  return {
    async find(messageId) {
      const rows = await queryRows<PostedRow & pg.QueryResultRow>(pool, FIND, [messageId]);
      return rows.map((row) => ({
        mail: takenMail(row),
        stage: stageOf(row),
        isRecipient: (address) => row.recipient_hash?.equals(hashRecipient(row.delivery_id, address)) ?? false,
      }));
    },
    async record(mail, { reason, suppressed }) {
      try {
        await events.transact(recordingOf(mail, 'bounced'), async ({ append, tx }) => {
          await append(fateOf(mail, 'bounced', reason));
          await queryOn(tx, BOUNCE, [mail.deliveryId, reason]);
          if (suppressed !== undefined) await queryOn(tx, SUPPRESS.text, [hashAddress(suppressed), reason]);
        });
      } catch (error) {
        // By a report that came at the same time.
        if (error instanceof DuplicateCommand || error instanceof VersionConflict) return false;
        throw error;
      }
      return true;
    },
  };
}
