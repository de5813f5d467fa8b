import type { Robot } from '../robot.ts';

async function open({ url }: { readonly url: string }): Promise<void> {
  const key = new URL(url).pathname.split('/').at(-1);
  const body = new URLSearchParams({ continue: 'true' });
  await fetch(new URL(`/api/v2/secret/${key}`, url), { method: 'POST', body });
}

const shared = { hasHand: false, visit: open };

export const program: Robot = {
  ...shared,
  name: 'a program of the API',
  imitates: 'curl, or a partner: it opens the link by `/api/v2`, as the interface allows',
  mayOpen: 'the interface is made for it',
};

export const programAtPeopleOnly: Robot = {
  ...shared,
  name: 'a program of the API, at links for people only',
  imitates: 'the same, where the creator of the link let people alone open it',
  isPeopleOnly: true,
};
