import { asForm, ask, unexpected } from '../ask.ts';
import type { Driver, Opening } from '../driver.ts';

/** It has a page: the password stands in a text field. */
const FIELD = /<textarea[^>]*id="password-text"[^>]*>([\s\S]*?)<\/textarea>/;

export const snappass: Driver = {
  title: 'SnapPass',
  speaks: '1.4 to 1.6, its pages',
  connect: (url) => ({
    async create(content) {
      const answer = await ask(`${url}/`, asForm({ password: content, ttl: 'hour' }, { accept: 'application/json' }));
      if (answer.status !== 200) throw unexpected(answer);
      // It names the host as a browser sees it, which need not be the one that is asked here.
      const { pathname } = new URL(answer.json<{ link: string }>().link);
      return { open: () => openPage(url + pathname) };
    },
  }),
};

async function openPage(address: string): Promise<Opening> {
  const answer = await ask(address, { method: 'POST' });
  if (answer.status === 404) return 'gone';
  const [, content] = FIELD.exec(answer.text) ?? [];
  if (answer.status !== 200 || content === undefined) throw unexpected(answer);
  return { content: content.trim() };
}
