import { eventLogFunctions } from '@onceover/event-store';
import type { SchemaDefinition } from '@onceover/postgres-kit/migrate';
import { logReaderRole } from '@onceover/schema/events/logs';
import { endingsOf } from '@onceover/schema/events/retention';
import { release } from '@onceover/schema/release';
import * as eventLog from '../../../migrations/20261122T100000_event_log.ts';
import * as jobs from '../../../migrations/20261122T100100_jobs.ts';
import * as mail from '../../../migrations/20261122T100200_mail.ts';
import * as feedback from '../../../migrations/20261122T100300_feedback.ts';
import * as accountFeed from '../../../migrations/20261123T090000_account_feed.ts';
import * as relay from '../../../migrations/20261125T090000_relay.ts';
import * as partnerEvents from '../../../migrations/20261127T090000_partner_events.ts';
import * as webhooks from '../../../migrations/20261127T100000_webhooks.ts';
import * as partnerTopics from '../../../migrations/20261127T110000_partner_topics.ts';

/**
 * Schema `notifications` and the role the service works as, which owns nothing and cannot change or delete an event.
 * Migrations are in order and named by their files, which are never renamed; listed, so that a bundle carries them.
 */
const owner = {
  schema: 'notifications',
  appRole: 'onceover_notifications',
  retentionRole: 'onceover_retention',
  readerRole: logReaderRole,
} as const;

export const notificationsSchema = {
  ...owner,
  release,
  migrations: {
    '20261122T100000_event_log': eventLog,
    '20261122T100100_jobs': jobs,
    '20261122T100200_mail': mail,
    '20261122T100300_feedback': feedback,
    '20261123T090000_account_feed': accountFeed,
    '20261125T090000_relay': relay,
    '20261127T090000_partner_events': partnerEvents,
    '20261127T100000_webhooks': webhooks,
    '20261127T110000_partner_topics': partnerTopics,
  },
  objects: eventLogFunctions({ ...owner, partitioned: false, endings: endingsOf('notifications') }),
} satisfies SchemaDefinition;
