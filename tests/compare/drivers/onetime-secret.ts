import { asForm, asJson, ask, unexpected } from '../ask.ts';
import type { Driver } from '../driver.ts';

/** The API that every version has had. */
export const onetimeV1: Driver = {
  title: 'Onetime Secret, v1',
  speaks: '/api/v1 of every version',
  connect: (url) => ({
    async create(content) {
      const answer = await ask(`${url}/api/v1/share`, asForm({ secret: content, ttl: '3600' }));
      if (answer.status !== 200) throw unexpected(answer);
      const { secret_key: key } = answer.json<{ secret_key: string }>();
      return { open: () => openV1(`${url}/api/v1/secret/${key}`) };
    },
  }),
};

async function openV1(address: string) {
  const answer = await ask(address, { method: 'POST' });
  if (answer.status === 404) return 'gone';
  if (answer.status !== 200) throw unexpected(answer);
  return { content: answer.json<{ value: string }>().value };
}

interface Concealed {
  readonly record: { readonly secret: { readonly identifier?: string; readonly key?: string } };
}

/** The API with an object `secret`, from 0.19 on. */
export const onetimeV2: Driver = {
  title: 'Onetime Secret, v2',
  speaks: '/api/v2 of 0.19 and later',
  connect: (url) => ({
    async create(content) {
      const secret = { kind: 'conceal', secret: content, ttl: 3600 };
      const answer = await ask(`${url}/api/v2/secret/conceal`, asJson({ secret }));
      if (answer.status !== 200) throw unexpected(answer);
      const { identifier, key = identifier } = answer.json<Concealed>().record.secret;
      return { open: () => openV2(`${url}/api/v2/secret/${identifier ?? key}/reveal`) };
    },
  }),
};

async function openV2(address: string) {
  const answer = await ask(address, asJson({ continue: true }));
  if (answer.status === 404) return 'gone';
  if (answer.status !== 200) throw unexpected(answer);
  return { content: answer.json<{ record: { secret_value: string } }>().record.secret_value };
}
