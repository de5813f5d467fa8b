import i18next from 'i18next';
import { graphClient } from '../gql/graph-client.tsx';
import { dashboardOperation } from '../gql/operations/dashboard.generated.ts';
import { incomingSecretsOperation } from '../gql/operations/incoming-secrets.generated.ts';
import type { DashboardQueryVariables, IncomingSecretsQueryVariables } from '../gql/operations.generated.ts';
import { formatNumber } from '../i18n/format.ts';
import { announce } from '../lib/announcer.ts';
import { onSessionEnd } from '../session/session-stores.ts';
import { type ActivityItem, isOfBefore } from './activity-stream.ts';
import { type AnnouncedKind, announcedKinds, type Happenings, startAnnouncements } from './announcements.ts';
import { markChanged } from './changed-rows.ts';
import { withDeskNews } from './desk-list.ts';
import { listWith, withRecentNews } from './recent-list.ts';

/**
 * Puts what happened into the lists of secrets that are shown. Where their answer is still on its way, it is asked for again
 * by itself.
 */
export function tellRecentLists(variables: DashboardQueryVariables, item: ActivityItem): void {
  const { secret, customer } = item;
  const shown = graphClient.readQuery({ query: dashboardOperation, variables });
  if (shown === null) return;
  const data = withRecentNews(shown, { secret, counts: customer.recentCounts }, variables.search ?? '');
  const isNew = data !== shown;
  if (isNew) graphClient.writeQuery({ query: dashboardOperation, variables, data });
  if (secret === null) return;
  if (isNew || (!isOfBefore(item) && listWith(data.viewer, secret.key) !== undefined)) tellPeople(secret.key, item);
}

export function tellDesk(variables: IncomingSecretsQueryVariables, item: ActivityItem): void {
  const { incoming } = item;
  const shown = graphClient.readQuery({ query: incomingSecretsOperation, variables });
  if (shown === null || incoming === null) return;
  const data = withDeskNews(shown, incoming, variables.ticketNumber ?? '');
  const isNew = data !== shown;
  if (isNew) graphClient.writeQuery({ query: incomingSecretsOperation, variables, data });
  const isListed = data.incomingSecrets.nodes.some(({ id }) => id === incoming.id);
  if (isNew || (!isOfBefore(item) && isListed)) tellPeople(incoming.id, item);
}

const kinds: Readonly<Partial<Record<ActivityItem['kind'], AnnouncedKind>>> = {
  OPENED: 'opened',
  BURNED: 'burned',
  EXPIRED: 'expired',
  OPENING_REFUSED: 'refused',
  PROGRAM_NOTICED: 'program',
  EMAIL_FAILED: 'unmailed',
  EMAIL_BOUNCED: 'unmailed',
  INCOMING_SUBMITTED: 'submitted',
};

const announcements = startAnnouncements((happenings) => announce(sentencesOf(happenings)));

onSessionEnd(() => announcements.stop());

/**
 * Shows which row has changed, and tells screen readers, at most once in five seconds. An item is told also where its row
 * shows it already: an earlier item, or an answer, had the secret as it stood by then. What happened before anybody listened is
 * told only if it changes something.
 */
function tellPeople(row: string, { kind }: ActivityItem): void {
  markChanged(row);
  const announced = kinds[kind];
  if (announced !== undefined) announcements.note(announced);
}

function sentencesOf(happenings: Happenings): string {
  const sentences = announcedKinds.flatMap((kind) => {
    const count = happenings[kind];
    if (count === undefined) return [];
    return i18next.t(`activity.${kind}`, { ns: 'app', count, n: formatNumber(count, i18next.language) });
  });
  return sentences.join(' ');
}
