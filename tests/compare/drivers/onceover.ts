import { asForm, ask, unexpected } from '../ask.ts';
import type { Driver } from '../driver.ts';

interface Record {
  readonly record: { readonly secret: { readonly key: string } };
}

export const onceover: Driver = {
  title: 'Onceover',
  speaks: '/api/v2',
  connect: (url) => ({
    async create(content) {
      const answer = await ask(`${url}/api/v2/secret/conceal`, asForm({ secret: content, ttl: '3600' }));
      if (answer.status !== 200) throw unexpected(answer);
      const { key } = answer.json<Record>().record.secret;
      return { open: () => openIn(`${url}/api/v2/secret/${key}`) };
    },
  }),
};

async function openIn(address: string) {
  const answer = await ask(address, asForm({ continue: 'true' }));
  if (answer.status === 404) return 'gone';
  if (answer.status !== 200) throw unexpected(answer);
  return { content: answer.json<{ record: { secret_value: string } }>().record.secret_value };
}
