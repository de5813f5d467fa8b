import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { concealAs } from '../../support/customer-secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile({ ONCEOVER_WEBHOOK_ALLOWED_HOSTS: 'http://127.0.0.1' });
const path = '/canary-of-the-address';

let receiver: Server;
let calls = 0;
beforeAll(async () => {
  receiver = createServer((_request, response) => {
    calls += 1;
    response.writeHead(410).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(() => receiver.close());

test('whoever set up a webhook whose address is gone hears of it by email, once, with the way to it and without its address', async () => {
  const nina = await system.people.customer();
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
  const added = await nina.browser.graph(
    'mutation ($url: String!) { addWebhook(input: { url: $url }) { ... on WebhookSecret { webhook { id } } ... on Refusal { code } } }',
    { url },
  );
  const { id } = added.json.data.addWebhook.webhook;
  await concealAs(nina, 'for tom alone');
  const { subject, text, html } = await system.people.mailTo(nina.email, /webhook/);
  expect(subject).toBe('A webhook was switched off');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('because its address answered that it no longer exists.');
  expect(text).toContain(`\n${system.url}/account/webhooks/${id}\n`);
  for (const part of [subject, text, html]) expect(part).not.toContain(path);
  const told = async () => {
    const { json } = await nina.browser.graph('{ viewer { auditTrail { entries { action } } } }');
    const actions = (json.data.viewer.auditTrail.entries as { action: string }[]).map(({ action }) => action);
    return actions.filter((action) => /webhook_?/.test(action)).sort();
  };
  const once = ['account.webhook_disabled_told', 'webhook.added', 'webhook.disabled'];
  await eventually(async () => expect(await told()).toEqual(once));
  await concealAs(nina, 'for ann alone');
  await system.drain();
  expect(await told()).toEqual(once);
  expect(calls).toBe(1);
});
