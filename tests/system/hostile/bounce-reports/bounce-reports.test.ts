import { gzipSync } from 'node:zlib';
import { privateAnswer } from '@onceover/schema/rest/metadata';
import { eventually } from '@onceover/testing/eventually';
import type { ReceivedMail } from '@onceover/testing/mailbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { concealAs } from '../../../support/customer-secrets.ts';
import { BOUNCE_TOKEN, bounceReportOf } from '../../../support/hand-in-bounce.ts';
import { ask } from '../../../support/http.ts';
import { newEmail } from '../../../support/people.ts';
import { type AttackedProgram, startAttacked } from '../support/attacked-program.ts';
import { countOf, type FloodRequest, flood } from '../support/flood.ts';
import { volume } from '../support/volume.ts';
import { hostileMessages } from './hostile-messages.ts';

interface Cast {
  readonly mail: ReceivedMail;
  readonly metadataKey: string;
}

let program: AttackedProgram<Cast>;
beforeAll(async () => {
  program = await startAttacked('bounce-reports', {
    env: { ONCEOVER_BOUNCE_TOKEN: BOUNCE_TOKEN },
    async prepare(people) {
      const to = newEmail('reader');
      const { metadataKey } = await concealAs(await people.customer(), 'for somebody who reads', { 'recipient[]': to });
      return { mail: await people.mailTo(to), metadataKey };
    },
  });
});
afterAll(() => program[Symbol.asyncDispose]());

let from = 0;
/** From a network of its own each time: no limit is met. */
function report(body: string | Buffer, headers: Record<string, string> = {}): FloodRequest {
  from += 1;
  return {
    path: '/hooks/bounces',
    method: 'POST',
    headers: {
      authorization: `Bearer ${BOUNCE_TOKEN}`,
      'content-type': 'message/rfc822',
      'x-forwarded-for': `10.${40 + Math.floor(from / 60_000)}.${Math.floor(from / 250) % 240}.${from % 250}`,
      ...headers,
    },
    body,
  };
}

async function statuses(): Promise<readonly string[]> {
  const { json } = await ask(program.url, `/api/v2/private/${program.cast.metadataKey}`);
  return privateAnswer.parse(json).details.deliveries.map(({ status }) => status);
}

const wrongTokens: readonly string[] = [
  ...[
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${BOUNCE_TOKEN.slice(1)}`,
    `Bearer ${BOUNCE_TOKEN}x`,
    `Bearer ${BOUNCE_TOKEN.toUpperCase()}`,
  ],
  ...[
    `Basic ${BOUNCE_TOKEN}`,
    BOUNCE_TOKEN,
    `Bearer ${BOUNCE_TOKEN} ${BOUNCE_TOKEN}`,
    `Bearer "${BOUNCE_TOKEN}"`,
    `Bearer\u00a0${BOUNCE_TOKEN}`,
  ],
  ...[
    `Bearer ${'x'.repeat(8_000)}`,
    `Bearer ${BOUNCE_TOKEN},Bearer x`,
    `Bearer token=${BOUNCE_TOKEN}`,
    'Bearer null',
    'Bearer [object Object]',
  ],
];

test('without the token nothing is read, however it is asked', async () => {
  const body = bounceReportOf(program.cast.mail);
  const long = body + ' '.repeat(200_000);
  await program.attack('tokens', async () =>
    countOf(
      await flood({ url: program.url, times: volume(1_000) }, (number) =>
        report(number % 20 === 0 ? long : body, { authorization: wrongTokens[number % wrongTokens.length] ?? '' }),
      ),
      401,
    ),
  );
  expect(await statuses()).toEqual(['sent']);
});

test('what no mail server writes keeps nobody waiting and changes nothing', async () => {
  const { mail } = program.cast;
  const id = /<(.+)@/.exec(mail.headers['message-id'] ?? '')?.[1] ?? expect.fail('the email has no id');
  const messages = Object.entries(hostileMessages(id, newEmail('other')));
  const odd: string[] = [];
  await program.attack('messages', async () => {
    const times = volume(messages.length);
    for (let number = 0; number < times; number += 1) {
      const [name, body] = messages[number % messages.length] ?? ['', ''];
      const found = await flood({ url: program.url, times: 1 }, () => report(body));
      if (!Object.keys(found).every((status) => ['204', '400', '413'].includes(status)))
        odd.push(`${name}: ${JSON.stringify(found)}`);
    }
    return times;
  });
  expect(odd).toEqual([]);
  expect(await statuses()).toEqual(['sent']);
});

test('what is longer, packed, torn or of another kind is refused before it is looked at', async () => {
  const body = bounceReportOf(program.cast.mail);
  const asked: readonly FloodRequest[] = [
    report(body + ' '.repeat(256 * 1024)),
    report(gzipSync(body), { 'content-encoding': 'gzip' }),
    report(gzipSync(Buffer.alloc(100 * 1024 * 1024)), { 'content-encoding': 'gzip' }),
    report(body.replace('multipart/report', 'multipart/mixed'), { 'content-type': 'multipart/report' }),
    { ...report(body), method: 'PUT' },
    { ...report(body), path: '/hooks/../hooks//bounces' },
    { path: '/hooks/bounces' },
  ];
  await program.attack('requests', async () =>
    countOf(
      await flood(
        { url: program.url, times: volume(asked.length) },
        (number) => asked[number % asked.length] ?? report(''),
      ),
      400,
      404,
      405,
      413,
      415,
    ),
  );
  expect(await statuses()).toEqual(['sent']);
});

test('a report that comes again and again, at once and with other reasons, counts once', async () => {
  const body = bounceReportOf(program.cast.mail);
  const other = body.replace('Status: 5.1.1', 'Status: 5.2.2');
  await program.attack('replays', async () => {
    const found = await flood({ url: program.url, times: volume(200) }, (number) =>
      report(number % 2 === 0 ? body : other),
    );
    expect(Object.keys(found)).toEqual(['204']);
    return volume(200) - 1;
  });
  await eventually(async () => expect(await statuses()).toEqual(['bounced']));
});
