import { asJson, ask, unexpected } from '../ask.ts';
import type { Driver, Opening } from '../driver.ts';
import { type Sealing, sealed } from './sealed.ts';

const BEGIN = '-----BEGIN PGP MESSAGE-----';
const END = '-----END PGP MESSAGE-----';

/** The server wants the armor of OpenPGP and does not look into it. */
export const yopass: Driver = {
  title: 'Yopass',
  speaks: '/create/secret, or /secret of older versions',
  connect: (url) => ({
    async create(content) {
      const sealing = sealed(content);
      const lines = sealing.bytes.toString('base64').match(/.{1,64}/g) ?? [];
      const secret = { message: `${BEGIN}\n\n${lines.join('\n')}\n${END}\n`, expiration: 3600, one_time: true };
      const newer = await ask(`${url}/create/secret`, asJson(secret));
      const answer = newer.status === 404 || newer.status === 405 ? await ask(`${url}/secret`, asJson(secret)) : newer;
      if (answer.status !== 200) throw unexpected(answer);
      return { open: () => openSecret(`${url}/secret/${answer.json<{ message: string }>().message}`, sealing) };
    },
  }),
};

async function openSecret(address: string, sealing: Sealing): Promise<Opening> {
  const answer = await ask(address);
  if (answer.status === 404) return 'gone';
  if (answer.status !== 200) throw unexpected(answer);
  const { message } = answer.json<{ message: string }>();
  const body = message.replace(BEGIN, '').replace(END, '').replaceAll(/\s/g, '');
  return { content: sealing.open(Buffer.from(body, 'base64')) };
}
