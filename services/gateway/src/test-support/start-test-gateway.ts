import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import type { Caller } from '@onceover/schema/caller';
import { type Bells, createBells } from '@onceover/service-kit/bells';
import { loadConfig } from '@onceover/service-kit/config';
import type { Readiness } from '@onceover/service-kit/lifecycle';
import { noTelemetry, type Telemetry } from '@onceover/service-kit/telemetry';
import { gatewayConfig } from '../config.ts';
import { memoryStores, type OpenEdgeStores } from '../edge-stores.ts';
import { PortInUse } from '../http/listen.ts';
import { type RunningGateway, startGateway } from '../service.ts';
import { askFake, type FakeAccounts, fakeAccounts } from './fake-accounts.ts';
import { type FakeServices, fakeSubgraphs } from './fake-subgraphs.ts';

const words = (text: string) => ({ en: text, he: `${text} (he)` });

const page = (pattern: string, title: string, heading = title, isPrivate = false, about?: string) => ({
  pattern,
  entry: 'app',
  title: words(title),
  heading: words(heading),
  ...(about === undefined ? {} : { description: words(about) }),
  isPrivate,
});

const shell = {
  themeScript: 'assets/theme-abcdefgh.js',
  entries: {
    app: {
      script: 'assets/app-abcdefgh.js',
      preloads: ['assets/react-abcdefgh.js'],
      styles: ['assets/styles-abcdefgh.css'],
    },
  },
  routes: [
    page('/', 'Home', 'Share & <open>', false, 'Opens "once"'),
    page('/secret/:secretKey', 'Secret', 'A message', true, 'A private message'),
    page('/private/:metadataKey', 'Private', 'Saved', true),
    page('/private/:metadataKey/burn', 'Burn', 'Burn', true),
    page('/about', 'About'),
    page('/dashboard', 'Dashboard'),
    page('/recent', 'Recent'),
    page('/dashboard/desk', 'Desk'),
    page('/account', 'Account'),
    page('/account/security', 'Security'),
    page('/account/programs', 'Programs'),
    page('/account/data', 'Data'),
    page('/account/domains', 'Domains'),
    page('/account/domains/add', 'Add'),
    page('/account/domains/:domain/verify', 'Verify'),
    page('/account/webhooks/:webhookId', 'Webhook'),
    page('/info/privacy', 'Privacy'),
    page('/info/terms', 'Terms'),
    page('/info/security', 'Security'),
    page('/incoming', 'Support'),
    page('/signin', 'Sign in'),
    page('/signup', 'Sign up'),
    page('/signup/:planCode', 'Sign up'),
    page('/forgot', 'Forgot'),
    page('/forgot/:resetKey', 'Reset', 'Reset', true),
    page('/logout', 'Log out', 'Log out?'),
    page('/colonel', 'Colonel'),
    page('/colonel/secrets', 'Secrets'),
    page('/colonel/customers', 'Customers'),
    page('/colonel/feedback', 'Feedback'),
    page('/colonel/system', 'System'),
    page('/colonel/limits', 'Limits'),
    page('/colonel/webhooks', 'Webhooks'),
    page('/colonel/webhooks/:webhookId', 'Webhook'),
    page('/colonel/domains', 'Custom domains'),
    page('/colonel/customers/:customerId', 'Customer'),
  ],
  notFound: { entry: 'app', title: words('404 - Page Not Found'), heading: words('404 - Page Not Found') },
  themeColors: { light: '#fbfaf7', dark: '#0d0f15' },
  noScript: words('Needs JavaScript.'),
  notices: { en: { unavailable: 'Back soon.' }, he: { unavailable: 'נחזור בקרוב' } },
  localePreloads: { en: [], he: ['assets/he-abcdefgh.js'] },
};

/** A directory like the web build's, small. */
export async function fakeWebDist(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'web-dist-'));
  await mkdir(join(directory, 'assets'));
  await mkdir(join(directory, 'manifests'));
  await writeFile(join(directory, 'shell.json'), JSON.stringify(shell));
  await writeFile(join(directory, 'manifest.json'), '{}');
  await writeFile(join(directory, 'assets', 'app-abcdefgh.js'), 'export {};\n');
  await writeFile(join(directory, 'assets', 'app-abcdefgh.js.br'), 'brotli');
  await writeFile(join(directory, 'assets', 'app-abcdefgh.js.gz'), 'gzip');
  await writeFile(join(directory, 'assets', 'app-abcdefgh.js.map'), '{}');
  await writeFile(join(directory, 'assets', 'plain.svg'), '<svg/>');
  await writeFile(join(directory, 'favicon.svg'), '<svg/>');
  await writeFile(join(directory, 'unfurl.png'), 'png');
  const manifest = JSON.stringify({ name: 'Onceover', share_target: { action: '/share' } });
  for (const path of ['manifest.webmanifest', 'manifests/he.webmanifest']) {
    await writeFile(join(directory, path), manifest);
    await writeFile(join(directory, `${path}.br`), 'brotli');
  }
  await writeFile(join(directory, 'service-worker.js'), 'worker();\n');
  await writeFile(join(directory, 'service-worker.js.br'), 'brotli');
  return directory;
}

/** A gateway on a free port of loopback in front of played services. */
export async function startTestGateway(
  given: FakeServices & {
    env?: Readonly<Record<string, string>>;
    readiness?: () => Promise<Readiness>;
    /** Whose sessions, tokens and hosts there are. */
    people?: FakeAccounts;
    /** Rung by the test in place of services. */
    bells?: Bells;
    openStores?: OpenEdgeStores;
    telemetry?: Telemetry;
    /** In place of played services. */
    subgraphs?: readonly Subgraph<Caller>[];
  } = {},
): Promise<RunningGateway> {
  const keysDir = await mkdtemp(join(tmpdir(), 'keys-'));
  const webDist = await fakeWebDist();
  const env = { ONCEOVER_PORT: '0', ONCEOVER_KEYS_DIR: keysDir, ...given.env };
  await using stack = new AsyncDisposableStack();
  for (const directory of [keysDir, webDist]) stack.defer(() => rm(directory, { recursive: true, force: true }));
  const start = () =>
    startGateway(loadConfig({ gateway: gatewayConfig }, env).gateway, {
      subgraphs: given.subgraphs ?? fakeSubgraphs(given),
      ask: askFake(given.people ?? fakeAccounts(), given.calls),
      webDist,
      bells: given.bells ?? createBells(),
      openStores: given.openStores ?? memoryStores,
      telemetry: given.telemetry ?? noTelemetry,
      readiness: given.readiness ?? (async () => ({ isReady: true })),
      version: '1.4.0',
    });
  const gateway = stack.use(
    await start().catch((error: unknown) => {
      // A port that was free a moment ago may have gone to another test's connection.
      if (!(error instanceof PortInUse)) throw error;
      return start();
    }),
  );
  const owned = stack.move();
  const { url, port, internal } = gateway;
  return { url, port, internal, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
