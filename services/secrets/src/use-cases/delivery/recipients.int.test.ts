import { OutageError } from '@onceover/service-kit/errors';
import { createInternalCalls } from '@onceover/service-kit/internal-call';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createMailSealer } from '../../adapters/other-services.ts';
import { anonymous, aPerson } from '../../test-support/anonymous.ts';
import { aCustomer, givePlan } from '../../test-support/customer.ts';
import { neighbours } from '../../test-support/neighbours.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aReveal, aShare, aToken } from '../../test-support/wishes.ts';
import type { FailpointName } from '../secret/failpoint.ts';

let secrets: TestSecrets;
const around = neighbours();
beforeAll(async () => {
  secrets = await startTestSecrets({}, around);
});
afterEach(() => {
  secrets.failpoint = () => undefined;
});
afterAll(() => secrets[Symbol.asyncDispose]());

async function aSender(plan: Parameters<typeof givePlan>[2] = {}, change: Parameters<typeof aCustomer>[0] = {}) {
  const sender = aCustomer(change);
  await givePlan(secrets, sender, plan);
  return sender;
}
/** An address nobody else in this file writes to. */
let addresses = 0;
function anAddress(): string {
  addresses += 1;
  return `nina${addresses}@example.com`;
}
const mailsOf = async (secretKey: string) => {
  const rows = await secrets.rows<{ delivery_id: string; sealed: Buffer; key_id: string; expires_at: Date }>(
    `select e.* from secrets.delivery_envelope e join secrets.delivery d using (delivery_id)
     where e.lookup = $1 order by d.place`,
    [secrets.parts.ports.keys.lookupOf(secretKey)],
  );
  return rows.map((row) => ({ ...row, envelope: around.open(row.delivery_id, row.sealed) }));
};
const stored = async () => {
  const [row] = await secrets.rows<{ counts: string }>(
    `select concat_ws(' ', (select count(*) from secrets.secret), (select count(*) from secrets.events where type <> 'log.covered'),
       (select count(*) from secrets.delivery), (select count(*) from secrets.delivery_envelope),
       (select count(*) from secrets.mail_reservation)) as counts`,
  );
  return row?.counts;
};
const reservations = async () => {
  const [row] = await secrets.rows<{ count: number }>('select count(*)::int as count from secrets.mail_reservation');
  return row?.count;
};

describe('a secret for recipients', () => {
  test('is one event and one sealed email each; nothing else knows an address', async () => {
    const sender = await aSender({}, { custid: 'max@sender.example', locale: 'de' });
    const [one, other] = [anAddress(), anAddress()];
    const recipients = [`Nina <${one}>`, ' ', other.toUpperCase(), one];
    const { secretKey, metadata } = await secrets.useCases.concealSecret(
      aShare({ recipients, passphrase: 'x' }),
      sender,
    );
    expect(metadata.recipients).toBe('ni*****@e*****.com, ni*****@e*****.com');
    expect(metadata.emailCount).toBe(2);
    expect(await secrets.useCases.showMetadata(metadata.key, sender)).toEqual(metadata);
    const mails = await mailsOf(secretKey);
    expect(mails.map(({ envelope }) => envelope)).toEqual(
      [one, other].map((address) => ({
        template: 'secret-link',
        address,
        locale: 'de',
        sender: 'max@sender.example',
        host: null,
        path: `/secret/${secretKey}`,
        hasPassphrase: true,
        expiresAt: new Date(metadata.expiresAt).toISOString(),
      })),
    );
    expect(mails.map(({ expires_at }) => expires_at.getTime())).toEqual([metadata.expiresAt, metadata.expiresAt]);
    const events = await secrets.rows(
      `select version, type, data from secrets.events where stream_id =
         (select secret_id from secrets.secret where lookup = $1) order by version`,
      [secrets.parts.ports.keys.lookupOf(secretKey)],
    );
    expect(events).toEqual([
      { version: 1, type: 'secret.created', data: expect.objectContaining({ recipientCount: 2 }) },
      ...mails.map(({ delivery_id: deliveryId }, index) => ({
        version: index + 2,
        type: 'secret.delivery_requested',
        data: { deliveryId, channel: 'mail' },
      })),
    ]);
  });

  test('opens like any other, and the emails on their way go with it', async () => {
    const sender = await aSender();
    const { secretKey } = await secrets.useCases.concealSecret(aShare({ recipients: [anAddress()] }), sender);
    expect((await secrets.useCases.revealSecret(aReveal(secretKey), aPerson())).value).toBe('tea at 5?');
    expect(await mailsOf(secretKey)).toEqual([]);
  });

  test('has its emails wait seven days at most', async () => {
    const sender = await aSender();
    const wish = aShare({ recipients: [anAddress()], ttl: 1_209_600 });
    const { secretKey, metadata } = await secrets.useCases.concealSecret(wish, sender);
    const [mail] = await mailsOf(secretKey);
    expect(mail?.expires_at.getTime()).toBe(metadata.createdAt + 7 * 86_400_000);
  });
});

describe('refused, and nothing stored or counted', () => {
  test.each<[string, string[], string, object]>([
    [
      'an address that is none',
      ['nina@example.com', 'nonsense'],
      'secret.undeliverable-recipient',
      { address: 'nonsense' },
    ],
    ['the first of several', ['a@', 'b@'], 'secret.undeliverable-recipient', { address: 'a@' }],
    ['two in one', ['a@x.example, b@x.example'], 'secret.undeliverable-recipient', {}],
    ['a header smuggled in', ['a@x.example\r\nBcc: b@x.example'], 'secret.undeliverable-recipient', {}],
    [
      'more than the plan allows',
      ['a', 'b', 'c'].map((x) => `${x}@x.example`),
      'secret.too-many-recipients',
      { limit: 2 },
    ],
  ])('%s', async (_what, recipients, code, details) => {
    const sender = await aSender({ recipients: 2 });
    const before = await stored();
    const refused = secrets.useCases.concealSecret(aShare({ recipients }), sender);
    await expect(refused).rejects.toMatchObject({ code, details });
    expect(await stored()).toBe(before);
  });

  test('a visitor’s, whatever the address', async () => {
    for (const recipients of [['nina@example.com'], ['nonsense']]) {
      await expect(secrets.useCases.concealSecret(aShare({ recipients }), anonymous())).rejects.toMatchObject({
        code: 'secret.recipient-not-allowed',
      });
    }
  });

  test('while the key to seal with cannot be had', async () => {
    const sender = await aSender();
    const before = await stored();
    const mailSealer = createMailSealer(createInternalCalls().ask);
    const refused = secrets.using({ mailSealer }).concealSecret(aShare({ recipients: [anAddress()] }), sender);
    await expect(refused).rejects.toBeInstanceOf(OutageError);
    expect(await stored()).toBe(before);
  });
});

describe('emails are counted', () => {
  test('per account over a day, whole secrets or nothing, and there is room again when the first are a day old', async () => {
    const sender = await aSender({ mailsPerDay: 3 });
    const conceal = (...recipients: string[]) => secrets.useCases.concealSecret(aShare({ recipients }), sender);
    await conceal(anAddress(), anAddress());
    const before = await stored();
    const refused = await conceal(anAddress(), anAddress()).catch((error) => error);
    expect(refused).toMatchObject({ code: 'secret.mail-quota-reached' });
    expect(refused.details.retryAfterSeconds).toBeGreaterThan(86_300);
    expect(refused.details.retryAfterSeconds).toBeLessThanOrEqual(86_400);
    expect(await stored()).toBe(before);
    await conceal(anAddress());
    await expect(conceal(anAddress())).rejects.toMatchObject({ code: 'secret.mail-quota-reached' });
    await secrets.rows(`update secrets.mail_reservation set at = at - interval '86400 s'`);
    await conceal(anAddress(), anAddress());
  });

  test('per address over an hour, whoever sends', async () => {
    const address = anAddress();
    for (let sent = 0; sent < 5; sent += 1) {
      await secrets.useCases.concealSecret(aShare({ recipients: [address] }), await aSender());
    }
    const refused = await secrets.useCases
      .concealSecret(aShare({ recipients: [`N <${address.toUpperCase()}>`] }), await aSender())
      .catch((error) => error);
    expect(refused).toMatchObject({ code: 'secret.mail-quota-reached' });
    expect(refused.details.retryAfterSeconds).toBeLessThanOrEqual(3600);
    await secrets.rows(`update secrets.mail_reservation set at = at - interval '3600 s'`);
    await secrets.useCases.concealSecret(aShare({ recipients: [address] }), await aSender());
  });

  test('without a gap between many that ask at once', async () => {
    const sender = await aSender({ mailsPerDay: 7 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => secrets.useCases.concealSecret(aShare({ recipients: [anAddress()] }), sender)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
  });

  test('and given back when the secret was not stored', async () => {
    const sender = await aSender();
    const before = await reservations();
    const databaseTime = { now: () => new Date(Date.now() - 6000), measure: async () => undefined };
    const refused = secrets.using({ databaseTime }).concealSecret(aShare({ recipients: [anAddress()] }), sender);
    await expect(refused).rejects.toMatchObject({ dependency: 'clock' });
    expect(await reservations()).toBe(before);
  });

  test('as keyed hashes: no row tells whom', async () => {
    const address = anAddress();
    await secrets.useCases.concealSecret(aShare({ recipients: [address] }), await aSender());
    const rows = await secrets.rows<{ subject: Buffer }>('select subject from secrets.mail_reservation');
    expect(rows.every(({ subject }) => subject.length === 32)).toBe(true);
  });
});

describe('with an Idempotency-Key', () => {
  test('a replay emails nobody again and counts nothing', async () => {
    const sender = await aSender();
    const wish = aShare({ recipients: [anAddress()], idempotencyKey: aToken() });
    const first = await secrets.useCases.concealSecret(wish, sender);
    const before = await stored();
    expect(await secrets.useCases.concealSecret(wish, sender)).toEqual({ ...first, isReplay: true });
    expect(await stored()).toBe(before);
    await expect(secrets.useCases.concealSecret({ ...wish, recipients: [anAddress()] }, sender)).rejects.toMatchObject({
      code: 'secret.idempotency-mismatch',
    });
  });

  test('four at once email each recipient once', async () => {
    const sender = await aSender();
    const before = (await reservations()) ?? 0;
    const wish = aShare({ recipients: [anAddress(), anAddress()], idempotencyKey: aToken() });
    // All of them ask before the first is stored, and five fit into the address's hour.
    const asked = Array.from({ length: 4 }, () => secrets.useCases.concealSecret(wish, sender));
    const keys = new Set((await Promise.all(asked)).map(({ secretKey }) => secretKey));
    expect(keys.size).toBe(1);
    expect(await mailsOf([...keys].join())).toHaveLength(2);
    expect(await reservations()).toBe(before + 4);
  });

  test.each<[FailpointName, boolean]>([
    ['conceal.before_commit', false],
    ['conceal.commit_sent', true],
    ['conceal.committed', true],
  ])('killed at %s, the replay finds the emails once', async (point, isStored) => {
    const sender = await aSender();
    const wish = aShare({ recipients: [anAddress()], idempotencyKey: aToken() });
    secrets.failpoint = (name) => {
      if (name === point) throw new Error('killed');
    };
    await expect(secrets.useCases.concealSecret(wish, sender)).rejects.toThrow('killed');
    secrets.failpoint = () => undefined;
    const { secretKey, isReplay } = await secrets.useCases.concealSecret(wish, sender);
    expect(isReplay).toBe(isStored);
    expect(await mailsOf(secretKey)).toHaveLength(1);
  });
});

describe('a custom host', () => {
  test('of the caller is in the email, in the metadata and bound to what is sealed', async () => {
    const sender = await aSender();
    around.domains.set(`${sender.accountRef} once.acme.example`, { id: '1a2b3c', host: 'once.acme.example' });
    const wish = aShare({ recipients: [anAddress()], shareDomain: 'Once.ACME.example' });
    const { secretKey, metadata } = await secrets.useCases.concealSecret(wish, sender);
    expect(metadata.shareDomain).toBe('once.acme.example');
    expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toMatchObject({
      shareDomain: 'once.acme.example',
    });
    expect((await mailsOf(secretKey))[0]?.envelope).toMatchObject({ host: 'once.acme.example' });
    expect(await secrets.useCases.lookAtSecret(secretKey, anonymous())).toMatchObject({
      shareDomain: 'once.acme.example',
    });
    const lookup = secrets.parts.ports.keys.lookupOf(secretKey);
    await secrets.rows('update secrets.secret set share_domain_id = $2 where lookup = $1', [lookup, 'other']);
    const alarm = () => undefined;
    await expect(secrets.using({ alarm }).revealSecret(aReveal(secretKey), aPerson())).rejects.toMatchObject({
      dependency: 'vault',
    });
    await secrets.rows('update secrets.secret set share_domain_id = $2 where lookup = $1', [lookup, '1a2b3c']);
    const { secret } = await secrets.useCases.revealSecret(aReveal(secretKey), aPerson());
    expect(secret.shareDomain).toBe('once.acme.example');
    const [created] = await secrets.rows(`select data from secrets.events where stream_id = $1 and version = 1`, [
      secret.secretId,
    ]);
    expect(created).toMatchObject({ data: { shareDomainId: '1a2b3c' } });
  });

  test('of somebody else is unknown, no host name is invalid, and a visitor’s is not even asked for', async () => {
    const sender = await aSender();
    const conceal = (shareDomain: string, caller: Parameters<TestSecrets['useCases']['concealSecret']>[1]) =>
      secrets.useCases.concealSecret(aShare({ shareDomain }), caller);
    await expect(conceal('once.other.example', sender)).rejects.toMatchObject({ code: 'secret.domain-not-found' });
    await expect(conceal('not a host', sender)).rejects.toMatchObject({ code: 'secret.invalid-share-domain' });
    const asked = around.asked.length;
    await expect(conceal('once.acme.example', anonymous())).rejects.toMatchObject({ code: 'secret.domain-not-found' });
    expect(around.asked).toHaveLength(asked);
  });
});
