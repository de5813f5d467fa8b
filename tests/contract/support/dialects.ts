import {
  laterBurnAnswer,
  laterConcealAnswer,
  laterErrorAnswer,
  laterReceiptAnswer,
  laterRevealAnswer,
} from '@onceover/schema/rest/later';
import { burnAnswer, privateAnswer } from '@onceover/schema/rest/metadata';
import { concealAnswer, revealAnswer } from '@onceover/schema/rest/secret';
import { v1BurnAnswer, v1ErrorAnswer, v1Object, v1ValueAnswer } from '@onceover/schema/rest/v1';
import { v3Answers, v3ErrorAnswer } from '@onceover/schema/rest/v3';
import { expect } from 'vitest';
import { type Answer, ask, type Exchange, listenToAnswers, post } from '../../support/http.ts';
import { mustBePublished } from './published-api.ts';

type Fields = Readonly<Record<string, string>>;
interface Schema {
  parse(body: unknown): unknown;
}

/** How one dialect makes, opens, shows and burns a secret. Every 200 is held to its strict schema. */
export interface Speaker {
  readonly name: string;
  /** How it names an opened secret: in the answer that opens it, and afterwards. */
  readonly words: readonly [opening: string, afterwards: string];
  readonly limit: { readonly status: number; readonly code: 'rate_limited' };
  readonly wrong: { readonly status: number; readonly code: string };
  readonly gone: number;
  create(url: string, fields?: Fields, headers?: Fields): Promise<Answer>;
  keysOf(answer: Answer): { readonly secretKey: string; readonly metadataKey: string };
  open(url: string, key: string, fields?: Fields, headers?: Fields): Promise<Answer>;
  valueOf(answer: Answer): string | undefined;
  see(url: string, key: string, headers?: Fields): Promise<Answer>;
  stateOf(answer: Answer): string;
  burn(url: string, key: string, fields?: Fields, headers?: Fields): Promise<Answer>;
  /** The state that a burn tells. */
  stateAfterBurn(answer: Answer): string;
}

async function held(answering: Promise<Answer>, schema: Schema): Promise<Answer> {
  const answer = await answering;
  if (answer.status === 200) schema.parse(answer.json);
  return answer;
}

/** Fields within the object `secret`. */
const nested = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`secret[${name}]`, value]));

const confirmed = { continue: 'true' };

export const d18: Speaker = {
  name: 'ours',
  words: ['received', 'received'],
  limit: { status: 400, code: 'rate_limited' },
  wrong: { status: 400, code: 'bad_passphrase' },
  gone: 404,
  create: (url, fields = {}, headers) =>
    held(post(url, '/api/v2/secret/conceal', { secret: 'tea at 5?', ...fields }, headers), concealAnswer),
  keysOf: ({ json }) => ({ secretKey: json.record.secret.key, metadataKey: json.record.metadata.key }),
  open: (url, key, fields, headers) =>
    held(post(url, `/api/v2/secret/${key}`, { ...confirmed, ...fields }, headers), revealAnswer),
  valueOf: ({ json }) => json.record?.secret_value,
  see: (url, key, headers = {}) => held(ask(url, `/api/v2/private/${key}`, { headers }), privateAnswer),
  stateOf: ({ json }) => json.record.state,
  burn: (url, key, fields, headers) =>
    held(post(url, `/api/v2/private/${key}/burn`, { ...confirmed, ...fields }, headers), burnAnswer),
  stateAfterBurn: ({ json }) => json.record.state,
};

export const v1: Speaker = {
  name: 'v1',
  words: ['', 'received'],
  limit: { status: 404, code: 'rate_limited' },
  wrong: { status: 404, code: 'unknown_secret' },
  gone: 404,
  create: (url, fields = {}, headers) =>
    held(post(url, '/api/v1/share', { secret: 'tea at 5?', ...fields }, headers), v1Object),
  keysOf: ({ json }) => ({ secretKey: json.secret_key, metadataKey: json.metadata_key }),
  open: (url, key, fields = {}, headers) => held(post(url, `/api/v1/secret/${key}`, fields, headers), v1ValueAnswer),
  valueOf: ({ json }) => json.value,
  see: (url, key, headers = {}) => held(ask(url, `/api/v1/private/${key}`, { headers }), v1Object),
  stateOf: ({ json }) => json.state,
  burn: (url, key, fields = {}, headers) =>
    held(post(url, `/api/v1/private/${key}/burn`, fields, headers), v1BurnAnswer),
  stateAfterBurn: ({ json }) => json.state.state,
};

interface LaterPlace {
  readonly name: string;
  readonly base: string;
  readonly words: Speaker['words'];
  readonly schemas?: Readonly<Record<'laterConcealed' | 'laterRevealed' | 'laterReceipt' | 'laterBurned', Schema>>;
}

const laterSchemas = {
  laterConcealed: laterConcealAnswer,
  laterRevealed: laterRevealAnswer,
  laterReceipt: laterReceiptAnswer,
  laterBurned: laterBurnAnswer,
};

function laterAt({ name, base, words, schemas = laterSchemas }: LaterPlace): Speaker {
  return {
    name,
    words,
    limit: { status: 429, code: 'rate_limited' },
    wrong: { status: 422, code: 'bad_passphrase' },
    gone: 404,
    create: (url, fields = {}, headers) =>
      held(
        post(url, `${base}/secret/conceal`, nested({ secret: 'tea at 5?', ...fields }), headers),
        schemas.laterConcealed,
      ),
    keysOf: ({ json: { record } }) => ({
      secretKey: record.secret.identifier,
      metadataKey: record.receipt.identifier,
    }),
    open: (url, key, fields, headers) =>
      held(post(url, `${base}/secret/${key}/reveal`, { ...confirmed, ...fields }, headers), schemas.laterRevealed),
    valueOf: ({ json }) => json.record?.secret_value,
    see: (url, key, headers = {}) => held(ask(url, `${base}/receipt/${key}`, { headers }), schemas.laterReceipt),
    stateOf: ({ json }) => json.record.state,
    burn: (url, key, fields, headers) =>
      held(post(url, `${base}/receipt/${key}/burn`, { ...confirmed, ...fields }, headers), schemas.laterBurned),
    stateAfterBurn: ({ json }) => json.record.state,
  };
}

const afterwards = ['revealed', 'revealed'] as const;
export const later = laterAt({ name: 'later v2', base: '/api/v2', words: ['received', 'revealed'] });
export const laterGuest = laterAt({ name: 'later v2, guest', base: '/api/v2/guest', words: afterwards });
export const v3 = laterAt({ name: 'v3', base: '/api/v3', words: afterwards, schemas: v3Answers });
export const v3Guest = laterAt({ name: 'v3, guest', base: '/api/v3/guest', words: afterwards, schemas: v3Answers });

/** Those that answer whoever asks; `v3` needs credentials. */
export const speakers = [d18, v1, later, laterGuest, v3Guest] as const;

/** A secret of a dialect's, and its keys. */
export async function created(url: string, speaker: Speaker, fields: Fields = {}, headers: Fields = {}) {
  const answer = await speaker.create(url, fields, headers);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return { answer, ...speaker.keysOf(answer) };
}

/** A whole life: made, seen, opened once, seen again; and one that is burned. */
export async function expectLife(url: string, speaker: Speaker, headers: Fields = {}): Promise<void> {
  const fields = { passphrase: 'plum', ttl: '3600' };
  const { secretKey, metadataKey } = await created(url, speaker, { secret: 'tea at 5? ☕ &=+%', ...fields }, headers);
  const state = async (key: string) => speaker.stateOf(await speaker.see(url, key, headers));
  expect(await state(metadataKey)).toBe('new');
  for (const passphrase of ['', 'pear']) {
    const wrong = await speaker.open(url, secretKey, { passphrase }, headers);
    expect([wrong.status, wrong.json.code]).toEqual([speaker.wrong.status, speaker.wrong.code]);
  }
  const opened = await speaker.open(url, secretKey, { passphrase: 'plum' }, headers);
  expect([opened.status, speaker.valueOf(opened)]).toEqual([200, 'tea at 5? ☕ &=+%']);
  if (speaker.words[0] !== '') expect(opened.json.record.state).toBe(speaker.words[0]);
  const gone = await speaker.open(url, secretKey, { passphrase: 'plum' }, headers);
  expect([gone.status, gone.json.code, gone.json.secret_key]).toEqual([speaker.gone, 'unknown_secret', secretKey]);
  expect(await state(metadataKey)).toBe(speaker.words[1]);
  const cannot = await speaker.burn(url, metadataKey, { passphrase: 'plum' }, headers);
  expect(cannot.json.message).toBe(speaker === v1 ? 'Unknown secret' : 'Secret could not be burned.');

  const other = await created(url, speaker, {}, headers);
  const burned = await speaker.burn(url, other.metadataKey, {}, headers);
  expect([burned.status, speaker.stateAfterBurn(burned)]).toEqual([200, 'burned']);
  expect(await state(other.metadataKey)).toBe('burned');
  expect((await speaker.open(url, other.secretKey, {}, headers)).json.code).toBe('unknown_secret');
}

const LATER = /^\/api\/v2\/(?:receipt|guest|secret\/(?:status|generate|[^/]+\/(?:status|reveal)))(?:\/|$)/;

/** Every error in the shape of its own dialect; no cookie is set and no password asked for where cookies do not count. */
function mustBeOfItsDialect({ method, path, answer }: Exchange): void {
  const plain = path.split('?', 1)[0] ?? '';
  const said = `${method} ${plain.slice(0, 100)} answered ${answer.status} ${answer.text.slice(0, 300)}`;
  const schema = plain.startsWith('/api/v1')
    ? v1ErrorAnswer
    : plain.startsWith('/api/v3')
      ? v3ErrorAnswer
      : LATER.test(plain)
        ? laterErrorAnswer
        : undefined;
  if (schema === undefined) return;
  if (answer.headers['www-authenticate'] !== undefined) throw new Error(`${said}, and asks for a password`);
  const knowsCookies = /^\/api\/v2\/secret\/(?:generate|[^/]+\/reveal)$/.test(plain);
  if (!knowsCookies && answer.headers['set-cookie'] !== undefined) throw new Error(`${said}, with a cookie`);
  if (method === 'HEAD' || answer.status === 200) return;
  const { error } = schema.safeParse(answer.json);
  if (error !== undefined) throw new Error(`${said}: ${error.message}`);
}

/** For the whole of a test file: answers are held to their dialect as well as to what is published. */
export function hearDialects(): void {
  listenToAnswers((exchange) => {
    mustBePublished(exchange);
    mustBeOfItsDialect(exchange);
  });
}
