/** Above so many at once, what is noted of others is lost: a flood must not fill the memory. */
const MAX_NOTED = 10_000;

export interface Counted<What> {
  /** The newest of them. */
  readonly what: What;
  readonly count: number;
}

export type Notes<What> = ReturnType<typeof notes<What>>;

/** What happened, by a name, until somebody takes it. */
export function notes<What>(nameOf: (what: What) => string, onNoted: () => void) {
  let noted = new Map<string, Counted<What>>();
  return {
    add({ what, count }: Counted<What>): void {
      const name = nameOf(what);
      const before = noted.get(name)?.count ?? 0;
      if (before === 0 && noted.size >= MAX_NOTED) return;
      noted.set(name, { what, count: before + count });
      onNoted();
    },
    taken(): Counted<What>[] {
      const all = [...noted.values()];
      noted = new Map();
      return all;
    },
  };
}
