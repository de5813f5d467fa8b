import { startEmbedded } from '@onceover/embedded';
import { openSecretImportAt } from '@onceover/embedded/command-place';
import { loadEmbeddedConfig } from '@onceover/embedded/config';
import { privateAnswer } from '@onceover/schema/rest/metadata';
import { OutageError } from '@onceover/service-kit/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../../support/fresh-database.ts';
import { ask } from '../../support/http.ts';
import { temporaryPlace } from '../../support/temporary-place.ts';
import { expectOk, expectUnknownSecret } from '../support/expectations.ts';
import { burn, look, reveal, showPrivate } from '../support/secrets.ts';

const running = new AsyncDisposableStack();
let url: string;
type TakeSecret = Awaited<ReturnType<typeof openSecretImportAt>>;
let take: (secret: Parameters<TakeSecret>[0]) => ReturnType<TakeSecret>;

/** The import is a program of its own beside the server. */
beforeAll(async () => {
  const place = running.use(temporaryPlace());
  const database = running.use(await freshDatabase()).address;
  const config = loadEmbeddedConfig({
    ONCEOVER_PORT: '0',
    ONCEOVER_RATE_LIMITS: 'off',
    ONCEOVER_DATA_DIR: place.dataDir,
    ONCEOVER_KEYS_DIR: place.keysDir,
  });
  ({ url } = running.use(await startEmbedded(config, { database })));
  const withoutOthers = () => Promise.reject(new OutageError('services'));
  const importSecret = await openSecretImportAt({ config, database }, withoutOthers, running);
  take = (secret) => importSecret(secret, { isForReal: true });
});
afterAll(() => running.disposeAsync());

const created = Math.floor(Date.now() / 1000) - 3_600;
const told = {
  ownerRef: null,
  created,
  updated: null,
  received: null,
  burned: null,
  lifetimeSeconds: 7_200,
  expiresAt: created + 7_200,
  recipients: null,
  shareDomain: null,
};

describe.each([31, 63])('the links of another server, with keys of %i characters, work on', (characters) => {
  const keyOf = (letter: string) => `0${letter.repeat(characters - 1)}`;
  const waiting = async (letters: readonly [string, string]) => {
    const [secretKey, metadataKey] = letters.map(keyOf) as [string, string];
    const secret = { ...told, secretKey, metadataKey, state: 'new', value: 'tea at 5?' } as const;
    expect(await take(secret)).toEqual({ outcome: 'imported' });
    return { secretKey, metadataKey };
  };

  test('a private link shows the share link, and a share link opens once', async () => {
    const { secretKey, metadataKey } = await waiting(['a', 'b']);
    const { record } = expectOk(await showPrivate(url, metadataKey), privateAnswer);
    expect(record).toMatchObject({
      key: metadataKey,
      state: 'new',
      secret_key: secretKey,
      share_url: `${url}/secret/${secretKey}`,
    });
    for (const page of [`/secret/${secretKey}`, `/private/${metadataKey}`, `/private/${metadataKey}/burn`]) {
      expect([page, (await ask(url, page)).status]).toEqual([page, 200]);
    }
    expect((await look(url, secretKey)).status).toBe(200);
    expect((await reveal(url, secretKey)).json.record.secret_value).toBe('tea at 5?');
    expectUnknownSecret(await reveal(url, secretKey), secretKey);
    expectUnknownSecret(await look(url, secretKey), secretKey);
    const after = expectOk(await showPrivate(url, metadataKey), privateAnswer);
    expect(after.record).toMatchObject({ state: 'received', secret_key: null, share_url: null });
  });

  test('a private link burns', async () => {
    const { secretKey, metadataKey } = await waiting(['c', 'd']);
    expect((await burn(url, metadataKey)).status).toBe(200);
    expectUnknownSecret(await reveal(url, secretKey), secretKey);
  });

  test('a private link tells what became of a secret there', async () => {
    const metadataKey = keyOf('e');
    const received = created + 60;
    expect(await take({ ...told, metadataKey, secretKey: null, state: 'received', received, value: null })).toEqual({
      outcome: 'imported',
    });
    const { record, details } = expectOk(await showPrivate(url, metadataKey), privateAnswer);
    expect(record).toMatchObject({ state: 'received', secret_key: null, received });
    expect(details).toMatchObject({ is_destroyed: true, show_secret_link: false });
  });
});
