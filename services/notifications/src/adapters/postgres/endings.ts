import { DuplicateCommand, queryOn, VersionConflict } from '@onceover/event-store';
import { ignoring } from '@onceover/service-kit/errors';
import type { Foundation } from '@onceover/service-shell/foundation';
import { forgetEnvelopeJob } from '../../domain/mail/mail-jobs.ts';
import type { Endings } from '../../use-cases/mail/ports.ts';
import type { AddressHashes } from '../keys/address-hashes.ts';
import { fateOf, recordingOf } from './mail-events.ts';

const END = `
  update notifications.mail m
    set state = $1, reason_code = $2, ended = clock_timestamp(), left_in = nullif($4::uuid, m.delivery_id),
      recipient_hash = $5::bytea
    where m.delivery_id = $3::uuid and m.state in ('queued', 'sending')`;

type EndingParts = Pick<Foundation, 'events' | 'jobsIn'> & Pick<AddressHashes, 'hashRecipient'>;

/** Endings in the log and in the table, and the job that has the envelope forgotten. */
export function createPostgresEndings({ events, jobsIn, hashRecipient }: EndingParts): Endings {
  return {
    async record(mail, { end, reasonCode, departure }) {
      const { deliveryId, requestedBy } = mail;
      const left =
        departure === undefined ? [null, null] : [departure.messageId, hashRecipient(deliveryId, departure.address)];
      const recorded = events.transact(recordingOf(mail, end), async ({ append, tx }) => {
        await append(fateOf(mail, end, reasonCode));
        await queryOn(tx, END, [end, reasonCode, deliveryId, ...left]);
        // Of one that failed it stays as long as its owner keeps it, for an operator who has the email sent again.
        if (end !== 'failed') await jobsIn(tx)(forgetEnvelopeJob, { deliveryId, requestedBy });
      });
      // Or before, by a call whose answer was lost or by somebody who had the email at the same time.
      await recorded.catch(ignoring(DuplicateCommand, VersionConflict));
    },
  };
}
