const contract = (...files) => ({ suite: 'contract', files: files.map((file) => `tests/contract/${file}`) });

/** What keeps the promises: cryptography, doors, limits, corpora, drills, and what is built. Fields as `gates.js` says. */
export const hardeningGates = [
  {
    name: 'G5',
    title: 'Cryptography',
    passesWhen: 'recipes give the pinned vectors; any flip is a clean error; no key twice',
    parts: [
      {
        name: 'crypto',
        what: 'primitives, recipes, vectors, round trips, flips and transplants',
        suite: 'unit',
        files: ['packages/service-kit/src/crypto', 'services/secrets/src/adapters/crypto/sealing'],
        seconds: 60,
      },
    ],
    lacks: ['the vectors of Wycheproof: those of NIST, RFC 2202, 4231, 5869 and 9106 are run'],
  },
  {
    name: 'G8',
    title: 'Enumeration',
    passesWhen: 'answers to what exists and what does not are the same bytes',
    parts: [
      {
        name: 'same-answer',
        what: 'sign-in, sign-up, reset, secret, private',
        ...contract('doors/same-answer'),
        seconds: 60,
      },
    ],
    lacks: ['timing: npm run bench:enumeration measures it, and docs/PERFORMANCE.md has its figures'],
  },
  {
    name: 'G9',
    title: 'Authorisation',
    passesWhen: 'everything is denied that no row allows',
    parts: [
      {
        name: 'authorisation',
        what: 'routes and fields × roles, pollution',
        ...contract('authorisation/'),
        seconds: 120,
      },
    ],
  },
  {
    name: 'G10',
    title: 'Graph and sockets',
    passesWhen: 'hostile documents are refused, a revoked socket is closed',
    parts: [
      {
        name: 'graph',
        what: 'documents, depth, aliases, introspection, sockets',
        ...contract('graphql/'),
        seconds: 120,
      },
      {
        name: 'graph-inside',
        what: 'cost, closed fields, field limits, sockets',
        suite: 'unit',
        files: ['services/gateway/src/graph/', 'services/gateway/src/subscriptions/'],
        seconds: 60,
      },
    ],
  },
  {
    name: 'G11',
    title: 'Headers',
    passesWhen: 'every answer has the headers of security 6.1',
    parts: [
      {
        name: 'headers',
        what: 'every kind of answer',
        suite: 'unit',
        files: ['services/gateway/src/http/', 'services/gateway/src/pages/'],
        seconds: 30,
      },
      { name: 'pages', what: 'pages as they are served', ...contract('pages/'), seconds: 30 },
    ],
  },
  {
    name: 'G12',
    title: 'Requests forged from other sites',
    passesWhen: 'all are refused, and nothing changes',
    parts: [
      {
        name: 'csrf',
        what: 'unsafe operations and mutations × forgeries',
        ...contract('csrf', 'rest-v2/form-token', 'rest-v2/validate-shrimp'),
        seconds: 60,
      },
    ],
  },
  {
    name: 'G13',
    title: 'Limits and captcha',
    passesWhen: 'never above a limit, no captcha twice',
    parts: [
      {
        name: 'limits',
        what: 'rows of security 5.8, wrong passphrases in parallel, captchas',
        suite: 'int',
        files: ['services/gateway/src/limits/', 'services/gateway/src/captcha/', 'reveal/passphrase-attempts.int'],
        seconds: 60,
      },
      {
        name: 'limits-http',
        what: 'as callers meet them',
        ...contract('rest-v2/rate-limits', 'graphql/request-limits'),
        seconds: 60,
      },
    ],
  },
  {
    name: 'G14',
    title: 'Sessions',
    passesWhen: 'all cases',
    parts: [
      {
        name: 'sessions',
        what: 'cases of sessions',
        suite: 'int',
        files: ['services/accounts/src/use-cases/session/'],
        seconds: 60,
      },
      { name: 'sessions-http', what: 'at the doors', ...contract('doors/sessions'), seconds: 60 },
    ],
  },
  {
    name: 'G15',
    title: 'Guessing',
    passesWhen: 'no guess hits; guessers are held back',
    parts: [
      {
        name: 'guessing',
        what: 'keys that nobody has, and near misses',
        ...contract('rest-v2/show-secret', 'rest-v2/rate-limits'),
        seconds: 60,
      },
    ],
    lacks: ['10^6 random keys in one run'],
  },
  {
    name: 'G16',
    title: 'Scripts in what people enter',
    passesWhen: 'no payload is executed',
    parts: [
      {
        name: 'scripts',
        what: 'content, names and labels in Chromium',
        suite: 'e2e',
        files: ['tests/e2e/secret-open.e2e.ts', 'tests/e2e/static.e2e.ts'],
        seconds: 120,
      },
    ],
    lacks: ['600 payloads × 12 sinks; WebKit'],
  },
  {
    name: 'G17',
    title: 'Corpora',
    passesWhen: '100 % as specified',
    parts: [
      {
        name: 'corpora',
        what: 'redirects, hosts, addresses, headers of emails, domains, requests to strangers',
        suite: 'unit',
        files: [
          'schema/web/redirect',
          'services/gateway/src/hosts/',
          'services/accounts/src/adapters/domain-names/',
          'services/notifications/src/adapters/post/header-injection',
          'services/notifications/src/mail/',
          'services/notifications/src/adapters/webhooks/',
          'packages/service-kit/src/public-address',
        ],
        seconds: 60,
      },
    ],
  },
  {
    name: 'G18',
    title: 'Robots',
    passesWhen: 'no robot without a hand opens anything',
    parts: [
      {
        name: 'robots',
        what: 'every robot, in Chromium',
        suite: 'e2e',
        files: ['tests/e2e/robots.e2e.ts', 'tests/e2e/people.e2e.ts', 'tests/e2e/unfurl.e2e.ts'],
        seconds: 300,
      },
      {
        name: 'robots-inside',
        what: 'previews, scanners, intents',
        suite: 'unit',
        files: ['services/gateway/src/people/'],
        seconds: 20,
      },
    ],
  },
  {
    name: 'G19',
    title: 'Drills',
    passesWhen: 'nothing is consumed, what lives can be read, a bad configuration ends the start',
    parts: [
      {
        name: 'settings',
        what: 'bad settings',
        suite: 'unit',
        files: ['packages/service-kit/src/config', 'infra/embedded/src/config', 'infra/distributed/src/config'],
        seconds: 20,
      },
      {
        name: 'drills',
        what: 'sealed starts, wrong keys, restores',
        suite: 'system',
        files: ['tests/system/start-up/keys', 'tests/system/start-up/production', 'tests/system/restore/'],
        seconds: 180,
      },
      {
        name: 'rotations',
        what: 'epoch and key-encryption keys replaced while secrets come and go',
        suite: 'int',
        files: [
          'services/secrets/src/use-cases/epochs.int',
          'crypto/epochs/epoch-rotation.int',
          'crypto/epochs/kek-rotation.int',
          'services/secrets/src/key-commands.int',
        ],
        counts: 'runs',
        full: 10,
        quick: 1,
        piece: 1,
        seconds: 30,
      },
      {
        name: 'restarts',
        what: 'every service and a shared key replaced under load',
        suite: 'system',
        files: ['services-apart/rolling-restart'],
        seconds: 90,
      },
    ],
  },
  {
    name: 'G20',
    title: 'Load and outages',
    passesWhen: 'a full disk, the loss of any part and attacks are survived',
    parts: [
      {
        name: 'disk-full',
        what: 'a disk that is full',
        suite: 'system',
        files: ['tests/system/disk-full/'],
        seconds: 60,
      },
      {
        name: 'outages',
        what: 'each part and each server it needs is stopped under load, 20 times',
        script: 'outages.ts',
        words: { full: ['--times', '20'], quick: ['--times', '1', '--only', 'Redis'] },
        seconds: 3_600,
      },
      {
        name: 'hostile',
        what: 'every door to strangers, to partners and between processes is attacked, twenty times as long',
        suite: 'system',
        files: ['tests/system/hostile/'],
        seconds: 1_800,
      },
      {
        name: 'soak',
        what: 'six hours at a tenth of the peak for each profile, beside a million secrets that wait: nothing rises',
        script: 'soak.ts',
        words: {
          full: ['--hours', '6'],
          quick: ['--hours', '0.05', '--per-second', '20', '--live', '500', '--profile', 'embedded'],
        },
        seconds: 48_000,
      },
    ],
    lacks: [
      'a soak of 24 hours: it is of six; loads are measured by npm run bench, and docs/PERFORMANCE.md has the figures',
    ],
  },
  {
    name: 'G21',
    title: 'Fuzz',
    passesWhen: 'no parser throws what it does not declare or takes 100 ms; no answer is a 5xx or breaks the schema',
    parts: [
      {
        name: 'parsers',
        what: 'fourteen parsers of what strangers send: Basic, cookies, languages, captchas, form tokens, forms, hosts, origins, redirects, addresses, user agents, domains, envelopes, places of pages',
        suite: 'unit',
        files: ['gateway/src/rest/parsers-fuzz.prop', 'domain-names-fuzz.prop', 'sealing/envelope-fuzz.prop'],
        counts: 'inputs parsed',
        full: 140_000_000,
        quick: 140_000,
        piece: 7_000_000,
        seconds: 60,
        zero: ['undeclared errors', 'inputs that took 100 ms'],
      },
      {
        name: 'published',
        what: 'requests made of the published documents, and malformed ones',
        ...contract('published/', 'rest-v2/bad-requests', 'dialects/bad-input'),
        seconds: 300,
      },
      {
        name: 'documents',
        what: 'operations made of the schema',
        suite: 'unit',
        files: ['packages/graphql-kit/src/compiled/compile-operation.prop'],
        seconds: 20,
      },
    ],
    lacks: [
      'coverage as a guide: inputs are mutated from seeds by chance',
      'sequences that mix REST, graph and sockets',
    ],
  },
  {
    name: 'G22',
    title: 'What is built, and of what',
    passesWhen: 'lockfile, scripts, licences and bundles are as declared; a release is made twice alike',
    parts: [
      {
        name: 'supply',
        what: 'parts of a release, foreign packages',
        suite: 'unit',
        files: ['infra/bootstrap/release-parts', 'infra/bootstrap/foreign-packages'],
        seconds: 20,
      },
    ],
    lacks: ['known weaknesses of packages: asked of a registry by npm audit in CI'],
  },
  {
    name: 'G23',
    title: 'Tests that fail when the code is wrong',
    passesWhen: 'as many mutants are killed as the configuration asks for',
    parts: [{ name: 'mutants', what: 'mutation testing', command: 'mutate', seconds: 3_600 }],
  },
  {
    name: 'G24',
    title: 'ASVS 5.0, level 2',
    passesWhen: 'every requirement has a row, and what it links to exists',
    parts: [{ name: 'asvs', what: 'docs/ASVS.md', suite: 'unit', files: ['schema/scripts/asvs'], seconds: 10 }],
  },
  {
    name: 'Profiles',
    title: 'Both profiles alike',
    passesWhen: 'the tables of both are the same, row by row; browsers see what happened, whatever is killed',
    parts: [
      {
        name: 'same-tables',
        what: 'generated histories told to both',
        suite: 'kafka',
        files: ['same-tables.kafka'],
        seconds: 120,
      },
      {
        name: 'watching',
        what: 'every process killed while two browsers watch',
        script: 'watching.ts',
        words: { full: ['--times', '2'], quick: ['--times', '1'] },
        isInBrowser: true,
        seconds: 600,
      },
    ],
  },
];
