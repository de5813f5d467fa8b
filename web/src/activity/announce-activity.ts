import i18next from 'i18next';
import { formatNumber } from '../i18n/format.ts';
import { announce } from '../lib/announcer.ts';
import { onSessionEnd } from '../session/session-stores.ts';
import type { ActivityItem } from './activity-stream.ts';
import { type AnnouncedKind, announcedKinds, type Happenings, startAnnouncements } from './announcements.ts';

const kinds: Readonly<Partial<Record<ActivityItem['kind'], AnnouncedKind>>> = {
  OPENED: 'opened',
  BURNED: 'burned',
  EXPIRED: 'expired',
  OPENING_REFUSED: 'refused',
  EMAIL_FAILED: 'unmailed',
  EMAIL_BOUNCED: 'unmailed',
  INCOMING_SUBMITTED: 'submitted',
};

const announcements = startAnnouncements((happenings) => announce(sentencesOf(happenings)));

onSessionEnd(() => announcements.stop());

/** Tells screen readers what has changed on the page, at most once in five seconds. */
export function announceActivity({ kind }: Pick<ActivityItem, 'kind'>): void {
  const announced = kinds[kind];
  if (announced !== undefined) announcements.note(announced);
}

function sentencesOf(happenings: Happenings): string {
  const sentences = announcedKinds.flatMap((kind) => {
    const count = happenings[kind];
    if (count === undefined) return [];
    if (count === 1) return i18next.t(`activity.${kind}.one`, { ns: 'app' });
    return i18next.t(`activity.${kind}.more`, { ns: 'app', n: formatNumber(count, i18next.language) });
  });
  return sentences.join(' ');
}
