import type { AuditAddress } from './audit-address.ts';

/** What stands before the colon: the same words in every language. */
export const tokenNames = ['actor', 'target', 'action', 'outcome', 'network', 'request'] as const;
type TokenName = (typeof tokenNames)[number];

/** One condition as a word, such as `actor:system`. */
export interface Token {
  readonly name: TokenName;
  readonly value: string;
}

/** A word that says nothing, and one to write instead. */
export interface NotUnderstood {
  readonly word: string;
  readonly example: string;
}

const outcomes = { done: 'DONE', failed: 'FAILED' } as const;
const isOutcome = (word: string): word is keyof typeof outcomes => Object.hasOwn(outcomes, word);

/** Texts without space, or within quotes, in which a backslash stands before a quote and before itself. */
const WORD = /(?:[^\s"]|"(?:[^"\\]|\\.)*"|")+/gsu;
const QUOTED = /^"((?:[^"\\]|\\.)*)"$/su;

/** The conditions of an address besides its time, each as a token. */
export function tokensOf(address: AuditAddress): readonly Token[] {
  const { actor, target, actions, outcome, network, request } = address;
  const values = { actor: [actor], target: [target], action: actions, outcome: [outcome.toLowerCase()] };
  const all = { ...values, network: [network], request: [request] };
  return tokenNames.flatMap((name) => all[name].filter((value) => value !== '').map((value) => ({ name, value })));
}

export function printToken({ name, value }: Token): string {
  return `${name}:${/[\s"]/u.test(value) ? `"${value.replace(/["\\]/gu, '\\$&')}"` : value}`;
}

/** The tokens of a typed text, or the first word that is none. */
export function readTokens(text: string): readonly Token[] | NotUnderstood {
  const tokens: Token[] = [];
  for (const [word] of text.matchAll(WORD)) {
    const token = tokenIn(word);
    if (token === null) return { word, example: exampleFor(word) };
    tokens.push(token);
  }
  return tokens;
}

function tokenIn(word: string): Token | null {
  const colon = word.indexOf(':');
  const name = tokenNames.find((each) => each === word.slice(0, colon).toLowerCase());
  const written = word.slice(colon + 1);
  const value = (QUOTED.exec(written)?.[1]?.replace(/\\(.)/gsu, '$1') ?? written).trim();
  if (name === undefined || value === '') return null;
  if (name !== 'outcome') return { name, value };
  const outcome = value.toLowerCase();
  return isOutcome(outcome) ? { name, value: outcome } : null;
}

const kinds = ['creator', 'authenticated_other', 'anonymous', 'system', 'unknown', 'operator'];

/** What somebody who wrote the word may have meant. */
function exampleFor(word: string): string {
  const [before = '', value = before] = word.toLowerCase().split(':');
  if (before === 'outcome' || isOutcome(value)) return `outcome:${isOutcome(value) ? value : 'failed'}`;
  if (kinds.includes(value)) return `actor:${value}`;
  if (/^[a-z_]+\.[a-z_]+$/u.test(value)) return `action:${value}`;
  if (/^[0-9a-z]{8}$|^[0-9a-f]{8}-[0-9a-f-]{27}$/u.test(value)) return `target:${value}`;
  return { target: 'target:k3v9q2mx', action: 'action:secret.created' }[before] ?? 'actor:anonymous';
}

/** Of actions there may be several; of everything else the new one takes the place of the old. */
export function withToken(address: AuditAddress, { name, value }: Token): AuditAddress {
  if (name === 'action') return { ...address, actions: [...new Set([...address.actions, value])] };
  if (name === 'outcome') return { ...address, outcome: isOutcome(value) ? outcomes[value] : '' };
  return { ...address, [name]: value };
}

export function withoutToken(address: AuditAddress, { name, value }: Token): AuditAddress {
  if (name === 'action') return { ...address, actions: address.actions.filter((action) => action !== value) };
  return { ...address, [name]: '' };
}
