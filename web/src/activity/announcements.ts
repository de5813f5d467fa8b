export const announcedKinds = ['opened', 'burned', 'expired', 'refused', 'program', 'unmailed', 'submitted'] as const;

export type AnnouncedKind = (typeof announcedKinds)[number];

export type Happenings = Readonly<Partial<Record<AnnouncedKind, number>>>;

const everyMilliseconds = 5000;

/**
 * At most one announcement in five seconds: the first at once, and what happens until the next together in that one, so that
 * a screen reader says "2 messages were opened" rather than the same thing twice.
 */
export function startAnnouncements(tell: (happenings: Happenings) => void) {
  let gathered: Partial<Record<AnnouncedKind, number>> = {};
  let pause: ReturnType<typeof setTimeout> | undefined;
  const say = () => {
    pause = undefined;
    if (Object.keys(gathered).length === 0) return;
    const happenings = gathered;
    gathered = {};
    pause = setTimeout(say, everyMilliseconds);
    tell(happenings);
  };
  return {
    note(kind: AnnouncedKind) {
      gathered[kind] = (gathered[kind] ?? 0) + 1;
      if (pause === undefined) say();
    },
    /** Forgets what has not been told yet. */
    stop() {
      clearTimeout(pause);
      pause = undefined;
      gathered = {};
    },
  };
}
