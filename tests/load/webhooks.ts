import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { concealAs } from '../support/customer-secrets.ts';
import type { Person } from '../support/people.ts';
import { askedCount } from './asked-count.ts';
import { median } from './classifier.ts';
import { peopleOf } from './people-of.ts';
import { cpuOf } from './process-usage.ts';
import { type OwnSystem, startOwn } from './systems.ts';
import { table } from './table.ts';

/**
 * Prints how fast what waits is sent to webhooks, beside a bare client that posts the same messages to the same receiver with as many on
 * their way at once; what a process uses for each; and what is lost or comes twice. Nothing passes or fails. The argument is the number
 * of events.
 */
const events = askedCount('events', 2000, { least: 100, most: 100_000 });
const turns = 3;
/** Of one webhook on their way at once, as the product has it. */
const ofOneWebhook = 2;
const counts = [1, 2] as const;

/** Messages as they arrived. */
interface Message {
  readonly path: string;
  readonly id: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}
const received: Message[] = [];
const receiver = createServer((asked, response) => {
  let body = '';
  asked.setEncoding('utf8').on('data', (part) => {
    body += part;
  });
  asked.on('end', () => {
    const headers = Object.fromEntries(
      Object.entries(asked.headers).filter(([name]) => name.startsWith('webhook-') || name === 'content-type'),
    ) as Record<string, string>;
    received.push({ path: asked.url ?? '', id: headers['webhook-id'] ?? '', body, headers });
    response.writeHead(204).end();
  });
});
await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const directory = mkdtempSync(join(tmpdir(), 'onceover-webhook-bench-'));
Object.assign(process.env, {
  ONCEOVER_MAIL_DIR: join(directory, 'mail'),
  ONCEOVER_WEBHOOK_ALLOWED_HOSTS: 'http://127.0.0.1',
});
try {
  await using own = await startOwn('webhooks', directory);
  await measure(own);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exit();

async function measure(own: OwnSystem): Promise<void> {
  const person = await peopleOf(own, directory).customer();
  const webhooks: string[] = [];
  for (const place of counts) webhooks.push(await addWebhook(person, `${origin}/${place}`));
  for (let made = 0; made < events; made += 10) {
    await Promise.all(Array.from({ length: 10 }, () => concealAs(person, 'tea')));
  }
  const all = counts.length * events;
  await arrived(all);
  const seen = received.map(({ path, id }) => `${path} ${id}`);
  const first = received.slice(0, events);
  const rows = [];
  for (const many of counts) {
    const rates: { ours: number; bare: number; cpu: number }[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const before = cpuOf(own.pids);
      const ours = await timed(many * events, async () => {
        await Promise.all(webhooks.slice(0, many).map((id) => replay(person, id)));
      });
      const after = cpuOf(own.pids);
      const bare = await timed(many * events, () => postAll(first, many));
      const used = after.server + after.postgres - before.server - before.postgres;
      rates.push({ ours, bare, cpu: used / (many * events) });
    }
    const of = (pick: (rate: (typeof rates)[number]) => number) => median(rates.map(pick));
    rows.push([
      many,
      of(({ ours }) => ours),
      of(({ bare }) => bare),
      of(({ ours, bare }) => ours / bare),
      of(({ cpu }) => cpu),
    ]);
  }
  const heading = ['webhooks', 'sent a second', 'by a bare client', 'ratio', 'CPU of each (µs)'];
  process.stdout.write(`${table([heading, ...rows])}\n`);
  process.stdout.write(
    `first delivery: ${new Set(seen).size} of ${all} arrived, ${seen.length - new Set(seen).size} twice\n`,
  );
}

async function addWebhook({ browser }: Person, url: string): Promise<string> {
  const { json, text } = await browser.graph(
    `mutation ($url: String!) { addWebhook(input: { url: $url, types: ["io.onceover.secret.created"] }) {
      ... on WebhookSecret { webhook { id } } } }`,
    { url },
  );
  const id = json.data?.addWebhook?.webhook?.id;
  if (id === undefined) throw new Error(`addWebhook answered ${text}`);
  return id;
}

async function replay({ browser }: Person, id: string): Promise<void> {
  const { json, text } = await browser.graph(
    'mutation ($id: ID!) { replayWebhook(id: $id) { ... on WebhookReplay { count } } }',
    { id },
  );
  if (json.data?.replayWebhook?.count !== events) throw new Error(`replayWebhook answered ${text}`);
}

/** Messages a second, from the beginning of the work to the arrival of so many. */
async function timed(many: number, work: () => Promise<unknown>): Promise<number> {
  received.length = 0;
  const begun = performance.now();
  await Promise.all([work(), arrived(many)]);
  return many / ((performance.now() - begun) / 1000);
}

async function arrived(many: number): Promise<void> {
  while (received.length < many) await sleep(5);
}

/** Every message once for each webhook, over a connection of its own, as webhooks are sent. */
async function postAll(messages: readonly Message[], webhooks: number): Promise<void> {
  const queue = Array.from({ length: webhooks }, () => messages).flat();
  const post = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) await postOne(next);
  };
  await Promise.all(Array.from({ length: ofOneWebhook * webhooks }, post));
}

function postOne({ body, headers }: Message): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(origin, { method: 'POST', headers, agent: false }, (answer) => {
      answer.resume().once('end', resolve);
    });
    asked.once('error', reject).end(body);
  });
}
