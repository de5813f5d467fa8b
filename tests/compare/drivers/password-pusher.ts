import { asJson, ask, unexpected } from '../ask.ts';
import type { Driver, Opening } from '../driver.ts';

export const passwordPusher: Driver = {
  title: 'Password Pusher',
  speaks: '/p.json, one view',
  connect: (url) => ({
    async create(content) {
      const password = { payload: content, expire_after_views: 1, expire_after_days: 1, retrieval_step: false };
      const answer = await ask(`${url}/p.json`, asJson({ password }));
      if (answer.status !== 200 && answer.status !== 201) throw unexpected(answer);
      const { url_token: token } = answer.json<{ url_token: string }>();
      return { open: () => openPush(`${url}/p/${token}.json`) };
    },
  }),
};

async function openPush(address: string): Promise<Opening> {
  const answer = await ask(address, { headers: { accept: 'application/json' } });
  if (answer.status === 404 || answer.status === 410) return 'gone';
  if (answer.status !== 200) throw unexpected(answer);
  const { payload } = answer.json<{ payload?: string | null }>();
  return typeof payload === 'string' && payload !== '' ? { content: payload } : 'gone';
}
