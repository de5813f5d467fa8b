import { readFileSync, writeFileSync } from 'node:fs';
import type { NativeAnswer, NativeAnswers } from '../src/answers/native-answer.ts';
import { typeDifferencesOf } from '../src/rest/dialects/d18/type-differences.ts';

/**
 * Writes the table of what `ONCEOVER_COMPATIBLE_TYPES` changes into docs/OPERATIONS.md, made from the code that changes it and the published
 * examples; with `--check`, only tells whether it is current.
 */
const file = new URL('../../../docs/OPERATIONS.md', import.meta.url);
const [begin, end] = ['<!-- compatible types -->', '<!-- /compatible types -->'];

function exampleOf<Shape extends keyof NativeAnswers>(shape: Shape): NativeAnswers[Shape] {
  const at = new URL(`../../../schema/rest/examples/${shape}.json`, import.meta.url);
  return JSON.parse(readFileSync(at, 'utf8')) as NativeAnswers[Shape];
}

const pending = exampleOf('private');
const opened: NativeAnswers['private'] = {
  ...pending,
  record: { ...pending.record, state: 'received', secret_key: null, received: pending.record.created },
  details: { ...pending.details, is_received: true, view_count: 1, can_decrypt: false },
};

const recent = exampleOf('recent');

const calls: readonly (readonly [string, NativeAnswer])[] = [
  ['GET /account', { shape: 'account', body: exampleOf('account') }],
  ['GET /authcheck', { shape: 'authcheck', body: exampleOf('authcheck') }],
  ['POST /account/update-locale', { shape: 'locale', body: { ...exampleOf('locale'), old_locale: null } }],
  ['GET /account/domains', { shape: 'domains', body: exampleOf('domains') }],
  ['GET /account/domains/{domain}', { shape: 'domain', body: exampleOf('domain') }],
  ['POST /account/domains/{domain}/verify', { shape: 'domainVerified', body: exampleOf('domainVerified') }],
  ['POST /secret/{secretKey}', { shape: 'revealed', body: exampleOf('revealed') }],
  [
    'GET /private/{metadataKey}, pending',
    { shape: 'private', body: { ...pending, record: { ...pending.record, recipients: null } } },
  ],
  ['GET /private/{metadataKey}, opened', { shape: 'private', body: opened }],
  [
    'GET /private/recent',
    { shape: 'recent', body: { ...recent, details: { ...recent.details, received: recent.records } } },
  ],
  ['POST /private/{metadataKey}/burn', { shape: 'burned', body: exampleOf('burned') }],
  ['GET /colonel', { shape: 'colonel', body: exampleOf('colonel') }],
];

const rows = calls.flatMap(([call, answer]) =>
  typeDifferencesOf(answer).map(
    ({ member, native, compatible }) => `| \`${call}\` | \`${member}\` | \`${native}\` | \`${compatible}\` |`,
  ),
);
const table = ['| Call | Member | Native | Compatible |', '| --- | --- | --- | --- |', ...rows].join('\n');
const before = readFileSync(file, 'utf8');
const [from, to] = [before.indexOf(begin) + begin.length, before.indexOf(end)];
if (to < from) throw new Error(`docs/OPERATIONS.md has no place for the table: ${begin} … ${end}`);
const wanted = `${before.slice(0, from)}\n\n${table}\n\n${before.slice(to)}`;
if (wanted !== before) {
  if (process.argv.includes('--check')) {
    process.stderr.write('docs/OPERATIONS.md is out of date, run `npm run codegen`.\n');
    process.exitCode = 1;
  } else {
    writeFileSync(file, wanted);
    process.stdout.write('wrote docs/OPERATIONS.md\n');
  }
}
