import type { ApiClient, ConcealedLinks } from '../../support/api-client.ts';

/** A secret that somebody made, and whether somebody else has asked for it. */
export interface Made extends ConcealedLinks {
  isOpened: boolean;
}

/** People who make secrets and open every second one, until they are told to stop. */
export interface Visitors {
  /** Those whose making was answered, oldest first. */
  readonly made: readonly Made[];
  stop(): Promise<void>;
}

export function startVisitors(api: ApiClient, count: number): Visitors {
  const made: Made[] = [];
  let isOver = false;
  const working = Array.from({ length: count }, async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const secret: Made = { ...(await api.conceal(`of turn ${turn}`)), isOpened: false };
      made.push(secret);
      if (turn % 2 === 0) continue;
      secret.isOpened = true;
      const { status } = await api.reveal(secret.secretKey);
      if (status !== 200) throw new Error(`a secret that waited answered ${status}`);
    }
  });
  return {
    made,
    async stop() {
      isOver = true;
      await Promise.all(working);
    },
  };
}
