import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../support/browser.ts';
import { concealAs, newestHandle } from '../../../support/customer-secrets.ts';
import { post } from '../../../support/http.ts';
import { waitForMail } from '../../../support/mail-files.ts';
import type { Person } from '../../../support/people.ts';
import { type AttackedProgram, startAttacked } from '../support/attacked-program.ts';
import { countOf, flood } from '../support/flood.ts';
import { volume } from '../support/volume.ts';
import { harmfulTexts, plainTexts } from './hostile-texts.ts';

const DESK = 'desk@example.com';
const LABEL =
  'mutation ($input: LabelSecretInput!) { labelSecret(input: $input) { __typename ... on LabeledSecret { label } ... on Refusal { code } } }';

let program: AttackedProgram<{ readonly nina: Person }>;
let nina: Browser;
let handle: string;

beforeAll(async () => {
  program = await startAttacked('labels', {
    env: {
      ONCEOVER_INCOMING_RECIPIENT: DESK,
      // Whatever an operator allows.
      ONCEOVER_INCOMING_TICKET_PATTERN: '(?s).*',
      ONCEOVER_WEBHOOK_ALLOWED_HOSTS: 'http://127.0.0.1',
    },
    prepare: async (people) => ({ nina: await people.customer() }),
  });
  const person = program.cast.nina;
  nina = person.browser.copy(program.url);
  await concealAs({ ...person, browser: nina }, 'labelled');
  handle = await newestHandle({ ...person, browser: nina });
});
afterAll(() => program[Symbol.asyncDispose]());

const labelled = async (label: string) =>
  (await nina.graph(LABEL, { input: { key: handle, label } })).json.data.labelSecret;

async function listed(search?: string): Promise<readonly (string | null)[]> {
  const query = 'query ($search: String) { viewer { recentSecrets(search: $search) { nodes { label } } } }';
  const { json } = await nina.graph(query, { search: search ?? null });
  return json.data.viewer.recentSecrets.nodes.map(({ label }: { label: string | null }) => label);
}

/** Every email so far, as it was sent. */
function mails(): string[] {
  return readdirSync(program.mailDir)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(path.join(program.mailDir, name), 'utf8'));
}

test('a label that would harm is refused, and what was there stays', async () => {
  await labelled('before');
  await program.attack('harmful labels', async () => {
    const texts = Object.values(harmfulTexts).concat('x'.repeat(501), 'x'.repeat(14_000), '🔑'.repeat(501));
    for (let number = 0; number < volume(96); number += 1) {
      expect((await labelled(texts[number % texts.length] ?? '')).code).toBe('secret.bad-label');
    }
    return volume(96);
  });
  expect(await listed()).toEqual(['before']);
});

test.each(Object.entries(plainTexts))(
  'a label that is a text comes back as that text, and no page has it as anything else: %s',
  async (_, text) => {
    const label = text.normalize('NFC');
    expect(await labelled(text)).toEqual({ __typename: 'LabeledSecret', label });
    expect(await listed()).toEqual([label]);
    expect(await listed(text)).toEqual([label]);
    for (const page of ['/recent', '/dashboard', `/private/${handle}`]) {
      const { status, text: html } = await nina.get(page, { accept: 'text/html' });
      expect(status).toBe(200);
      expect(html).not.toMatch(/<script>alert|onerror=|HYPERLINK/);
    }
  },
);

test('a search with any text finds what has it and takes no longer for it', async () => {
  await labelled('needle');
  // Marks are not looked for: a pile of them is one letter, which a short key may have.
  const { 'a pile of marks': _, ...others } = plainTexts;
  const texts = [...Object.values(harmfulTexts), ...Object.values(others), 'x'.repeat(10_000), '\ud83d'];
  await program.attack('searches', async () => {
    for (let number = 0; number < volume(100); number += 1) {
      const text = texts[number % texts.length];
      expect([text, await listed(text)]).toEqual([text, []]);
    }
    return { answered: volume(100) };
  });
  expect(await listed('NEEDLE')).toEqual(['needle']);
});

test('no label is in an export, an email or an event', async () => {
  await labelled('=canary()');
  for (const format of ['csv', 'ndjson']) {
    const { status, text } = await nina.post('/account/trail/export', { format });
    expect([status, text.includes('secret.created')]).toEqual([200, true]);
    expect(text).not.toMatch(/canary|(?:^|,)"?[=+\-@]/m);
  }
  const { json } = await nina.get('/api/v2/events');
  expect(JSON.stringify(json)).not.toContain('canary');
  expect(mails().join()).not.toContain('canary');
});

test('a ticket that would harm is refused whatever the operator allows, and no email is sent', async () => {
  const { 'a name of every object': _, ...others } = plainTexts;
  const texts = [
    ...Object.values(harmfulTexts),
    ...Object.values(others),
    'AB1, evil@example.com',
    'AB1;x',
    'x'.repeat(65),
  ];
  const before = mails().length;
  await program.attack('tickets', async () => {
    const statuses = await flood({ url: program.url, times: volume(400) }, (number) => ({
      path: '/api/v2/incoming',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret: 'a', ticketno: texts[number % texts.length] }),
    }));
    return countOf(statuses, 400);
  });
  const good = await post(program.url, '/api/v2/incoming', { secret: 'a', ticketno: 'AB #1._-' });
  expect(good.status).toBe(200);
  expect((await waitForMail(program.mailDir, DESK)).subject).toContain('[Ticket: AB #1._-]');
  expect(mails().length).toBe(before + 1);
});

test('an address that would be a header, a list or a command gets nobody an email', async () => {
  const evil = 'victim@example.com';
  const addresses = [
    `one@example.com\r\nBcc: ${evil}`,
    `one@example.com\nTo: ${evil}`,
    `one@example.com, ${evil}`,
    `one@example.com;${evil}`,
    `<one@example.com>, <${evil}>`,
    `"${evil}" <one@example.com> (x`,
    `one@example.com\u0000${evil}`,
    `${evil}%example.org@example.com`,
    `@example.org:${evil}`,
    `"a b"@example.com`,
    `one@[127.0.0.1]`,
    `one@example.com\u2028${evil}`,
  ];
  const { nina: person } = program.cast;
  await program.attack('recipients', async () => {
    for (let number = 0; number < volume(60); number += 1) {
      const recipient = addresses[number % addresses.length] ?? '';
      const { status, json } = await nina.post('/api/v2/secret/conceal', { secret: 'a', 'recipient[]': recipient });
      const told = JSON.stringify(json?.details?.recipient ?? []);
      expect([recipient, status === 400 || !told.includes('victim')]).toEqual([recipient, true]);
    }
    return volume(60);
  });
  await concealAs({ ...person, browser: nina }, 'a', { 'recipient[]': 'last@example.com' });
  await waitForMail(program.mailDir, 'last@example.com');
  for (const mail of mails()) expect(mail).not.toContain(evil);
});

test('what webhooks and tokens are called is one line of text', async () => {
  const token =
    'mutation ($input: CreateApiTokenInput!) { createApiToken(input: $input) { __typename ... on CreatedApiToken { apiToken { name } } ... on Refusal { code } } }';
  for (const name of Object.values(harmfulTexts)) {
    const { json } = await nina.graph(token, { input: { name, scopes: ['RECENT'], expiresInDays: 1 } });
    expect(json.data.createApiToken.code).toBe('account.invalid-token-name');
  }
  const webhook =
    'mutation ($input: AddWebhookInput!) { addWebhook(input: $input) { __typename ... on WebhookSecret { webhook { id description } } ... on Refusal { code } } }';
  for (const description of [...Object.values(harmfulTexts), '</script>', 'x'.repeat(10_000)]) {
    const { json } = await nina.graph(webhook, { input: { url: 'http://127.0.0.1:9/x', description } });
    const { id, description: kept } = json.data.addWebhook.webhook;
    expect(kept).toMatch(/^[^\p{C}\u2028\u2029]{0,100}$/u);
    await nina.graph('mutation ($id: ID!) { removeWebhook(id: $id) { __typename } }', { id });
  }
  expect(program.faults).toEqual([]);
});
