import { DuplicateCommand, queryOn, VersionConflict } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import { ignoring } from '@onceover/service-kit/errors';
import type { Foundation } from '@onceover/service-shell/foundation';
import type { Bounces, PostedMail, TakenMail } from '../../use-cases/mail/ports.ts';
import type { AddressHashes } from '../keys/address-hashes.ts';
import { fateOf, recordingOf } from './mail-events.ts';
import { TAKEN } from './mail-table.ts';
import { SUPPRESS } from './suppression-list.ts';

const FIND = {
  name: 'emails of a message',
  text: `
    select ${TAKEN}, m.state, m.recipient_hash as "recipientHash" from notifications.mail m where m.delivery_id = $1::uuid
    union all
    select ${TAKEN}, m.state, m.recipient_hash from notifications.mail m where m.left_in = $1::uuid`,
};

const BOUNCE = `
  update notifications.mail m set state = 'bounced', reason_code = $2, bounced = clock_timestamp()
    where m.delivery_id = $1::uuid and m.state = 'sent'`;

interface PostedRow extends TakenMail {
  readonly state: string;
  readonly recipientHash: Buffer | null;
}

type BounceParts = Pick<Foundation, 'pool' | 'events'> & AddressHashes;

function stageOf(state: string): PostedMail['stage'] {
  if (state === 'queued' || state === 'sending') return 'under-way';
  return state === 'sent' ? 'sent' : 'over';
}

/** Emails that came back, in the log, in the table and on the suppression list. */
export function createPostgresBounces({ pool, events, hashRecipient, hashAddress }: BounceParts): Bounces {
  return {
    async find(messageId) {
      const rows = await queryRows<PostedRow>(pool, FIND, [messageId]);
      return rows.map(({ state, recipientHash, ...mail }) => ({
        mail,
        stage: stageOf(state),
        isRecipient: (address) => recipientHash?.equals(hashRecipient(mail.deliveryId, address)) ?? false,
      }));
    },
    async record(mail, { reason, suppressed }) {
      const recorded = events.transact(recordingOf(mail, 'bounced'), async ({ append, tx }) => {
        await append(fateOf(mail, 'bounced', reason));
        await queryOn(tx, BOUNCE, [mail.deliveryId, reason]);
        if (suppressed !== undefined) await queryOn(tx, SUPPRESS.text, [hashAddress(suppressed), reason]);
        return true;
      });
      // Or it was, by a report that came at the same time.
      return (await recorded.catch(ignoring(DuplicateCommand, VersionConflict))) ?? false;
    },
  };
}
