import { asJson, ask, unexpected } from '../ask.ts';
import type { Driver, Opening } from '../driver.ts';
import { type Sealing, sealed } from './sealed.ts';

/** The server keeps a text as it is given; what its pages put in, only they can read. */
export const enclosed: Driver = {
  title: 'Enclosed',
  speaks: '1.9 and later, /api/notes',
  connect: (url) => ({
    async create(content) {
      const sealing = sealed(content);
      const note = {
        payload: sealing.bytes.toString('base64url'),
        deleteAfterReading: true,
        ttlInSeconds: 3600,
        encryptionAlgorithm: 'aes-256-gcm',
        serializationFormat: 'cbor-array',
        isPublic: true,
      };
      const answer = await ask(`${url}/api/notes`, asJson(note));
      if (answer.status !== 200) throw unexpected(answer);
      const { noteId } = answer.json<{ noteId: string }>();
      return { open: () => openNote(`${url}/api/notes/${noteId}`, sealing) };
    },
  }),
};

async function openNote(address: string, sealing: Sealing): Promise<Opening> {
  const answer = await ask(address);
  if (answer.status === 404) return 'gone';
  if (answer.status !== 200) throw unexpected(answer);
  const { payload } = answer.json<{ note: { payload: string } }>().note;
  return { content: sealing.open(Buffer.from(payload, 'base64url')) };
}
