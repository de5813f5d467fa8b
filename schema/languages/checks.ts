import type { Catalog } from './catalogs.ts';
import { type Context, contextOf } from './context.ts';
import { type WantedText, wantedTexts } from './plurals.ts';
import { foreignQuotes } from './quotes.ts';
import type { Sheet } from './sheet.ts';
import { type States, sourceHash } from './states.ts';

/** One language as it is written, and what it is held against. */
export interface WrittenLanguage {
  readonly code: string;
  /** BCP 47. */
  readonly tag: string;
  readonly dir: 'ltr' | 'rtl';
  readonly texts: Catalog;
  readonly english: Catalog;
  readonly sheet: Sheet;
  readonly states: States;
  readonly context: Context;
}

interface PlacedText extends WantedText {
  readonly key: string;
  readonly text: string;
}

type Check = (language: WrittenLanguage, texts: readonly PlacedText[]) => string[];

/** Everything that is wrong with a language's texts, as sentences that begin with the key. Source: web reference 6.5 */
export function problemsOf(language: WrittenLanguage): string[] {
  const wanted = wantedTexts(language.english, language.tag);
  const own = language.code === 'en' ? checks.filter((check) => ownChecks.has(check)) : checks;
  const texts = [...language.texts].flatMap(([key, text]) => {
    const found = wanted.get(key);
    return found === undefined ? [] : [{ ...found, key, text }];
  });
  return [...keyProblems(language, wanted), ...own.flatMap((check) => check(language, texts))];
}

/** Checks 1 and 2: the keys of English, counted texts in exactly the forms of the language. */
function keyProblems({ texts, tag }: WrittenLanguage, wanted: ReadonlyMap<string, WantedText>): string[] {
  return [
    ...[...wanted.keys()].filter((key) => !texts.has(key)).map((key) => `${key} is missing`),
    ...[...texts.keys()]
      .filter((key) => !wanted.has(key))
      .map((key) => `${key} is not a key of English, or not a plural form of ${tag}`),
  ];
}

/** Check 3. */
const sameValues: Check = (_language, texts) =>
  texts.flatMap(({ key, text, english, isOneNumber }) => {
    const found = marksOf(text);
    const wanted = marksOf(english);
    if (found.join() === wanted.join()) return [];
    if (isOneNumber && found.join() === wanted.filter((mark) => !counted.has(mark)).join()) return [];
    return [`${key} has the values and tags "${found.join(' ')}" instead of "${wanted.join(' ')}"`];
  });

/** What says how many; a form that stands for one number may say it in words. */
const counted = new Set(['{{n}}', '{{size}}']);

/** Values such as `{{n}}` of the web and `{site}` of the emails, and tags such as `<b>`. */
export function marksOf(text: string): string[] {
  return (text.match(/\{\{\w+\}\}|\{\w+\}|<\/?[a-z]\w*>/g) ?? []).toSorted();
}

/** Check 4. */
const isWritten: Check = (_language, texts) =>
  texts.flatMap(({ key, text }) => {
    if (text.trim() === '') return [`${key} is empty`];
    if (text !== text.trim()) return [`${key} has a space at an end`];
    return /[ \n] /.test(text) ? [`${key} has two spaces in a row`] : [];
  });

/** Check 5. */
const isOfToday: Check = ({ code, states }, texts) =>
  texts.flatMap(({ key, english }) => {
    const state = states.get(key);
    if (state?.source === sourceHash(english)) return [];
    const what = state === undefined ? 'has no state' : 'was written for another English text';
    return [`${key} ${what}: read it again, then run "npm run languages -- mark ${code} ${key}"`];
  });

/** Check 6. */
const isTranslated: Check = ({ code, sheet }, texts) =>
  texts.flatMap(({ key, text, english }) => {
    if (text !== english || !hasWords(english) || sheet.exceptions.get(key)?.has('same')) return [];
    return [`${key} reads as in English ("${text}"): translate it, or list it as "same" in docs/languages/${code}.md`];
  });

/** What is the same everywhere: names, abbreviations and what is not a word. */
const names =
  /Onceover|Identity Plus|Global Elite|GitHub|GraphQL|NDJSON|JSON|\b(?:min|ms)\b|\{+\w+\}+|ONCEOVER_\w+=\w+/g;
const hasWords = (text: string): boolean => /\p{Ll}{2}/u.test(text.replaceAll(names, ''));

/** Check 7: in right-to-left texts of the web every value stands between U+2066 or U+2068 and U+2069. */
const isIsolated: Check = ({ dir }, texts) => {
  if (dir === 'ltr') return [];
  return texts
    .filter(({ text }) => /\{\{\w+\}\}/.test(text.replaceAll(/[\u2066\u2068]\{\{\w+\}\}\u2069/g, '')))
    .map(({ key }) => `${key} has a value without isolates (U+2068 before it, U+2069 behind it)`);
};

/** Check 8. */
const hasOwnQuotes: Check = ({ code }, texts) =>
  texts.flatMap(({ key, text }) => {
    const marks = foreignQuotes(code, text);
    return marks.length === 0 ? [] : [`${key} has quotation marks of another language: ${marks.join(' ')}`];
  });

/** Check 9. */
const fits: Check = ({ context }, texts) =>
  texts.flatMap(({ key, text }) => {
    const limit = contextOf(context, key)?.limit;
    const length = widthOf(text);
    return limit === undefined || length <= limit ? [] : [`${key} is ${length} wide, ${limit} fit: "${text}"`];
  });

/** In letters; a Chinese one is as wide as two. */
export function widthOf(text: string): number {
  return [...text].reduce(
    (width, letter) => width + (/\p{Script=Han}|[\u3000-\u303f\uff00-\uffef]/u.test(letter) ? 2 : 1),
    0,
  );
}

/** Terms that every language says with one word of its own, and how English says them. */
export const watchedTerms: Readonly<Record<string, RegExp>> = {
  'audit trail': /\baudit trail\b/i,
  burn: /\bburn(s|ed|ing)?\b/i,
  'custom domain': /\bcustom domains?\b/i,
  email: /\bemail(s|ed|ing)?\b/i,
  label: /\blabels?\b/i,
  passphrase: /\bpassphrases?\b/i,
  password: /\bpasswords?\b/i,
  'private link': /\bprivate link\b/i,
  'recovery code': /\brecovery codes?\b/i,
  'share link': /\bshare links?\b/i,
  token: /\btokens?\b/i,
  'two-step sign-in': /\btwo-step sign-in\b/i,
};

/** Check 10, terms: a text whose English holds a term says it in the words of the sheet. */
const saysTerms: Check = ({ code, sheet }, texts) =>
  Object.entries(watchedTerms).flatMap(([term, inEnglish]) => {
    const own = sheet.terms.get(term);
    if (own === undefined) return [`docs/languages/${code}.md has no forms for "${term}" in its glossary`];
    return texts
      .filter(
        ({ key, text, english }) =>
          inEnglish.test(english.replaceAll(values, '')) &&
          !own.test(text.replaceAll(values, '')) &&
          !isExcepted(sheet, key, term),
      )
      .map(({ key, text }) => `${key} does not say "${term}" as the glossary does: "${text}"`);
  });

const isExcepted = (sheet: Sheet, key: string, term: string) => sheet.exceptions.get(key)?.has(term) === true;

/** Check 10, register: what the sheet forbids; the names of values are not words. */
const saysNothingForbidden: Check = ({ sheet }, texts) =>
  sheet.never.flatMap(({ pattern, instead }) =>
    texts.flatMap(({ key, text }) => {
      const found = pattern.exec(text.replaceAll(values, '…'))?.[0];
      if (found === undefined || isExcepted(sheet, key, 'never')) return [];
      return [`${key} says "${found}"; say ${instead}: "${text}"`];
    }),
  );

const values = /\{+\w+\}+/g;

/** Where what is seen is another text than the one with the same name. */
const seenWith: ReadonlyMap<string, string> = new Map([['colonel.secrets.ownerLabel', 'colonel.domains.owner']]);

/**
 * What is read out for a control holds the words that are seen on it, where English has it so: `remove` and `removeLabel`. Who speaks to
 * a computer says what they see. Source: WCAG 2.5.3
 */
const saysWhatIsSeen: Check = ({ code, texts: all, english }, texts) =>
  texts.flatMap(({ key, text }) => {
    const shown = seenWith.get(key) ?? key.replace(/Label$/, '');
    const holds = (catalog: Catalog, language: string) =>
      wordsIn(catalog.get(key), language).includes(wordsIn(catalog.get(shown), language));
    if (shown === key || !english.has(shown) || !holds(english, 'en') || holds(all, code)) return [];
    return [`${key} does not hold "${all.get(shown)}", which is seen: "${text}"`];
  });

/** Words with a space on both sides of each, whatever stands between them. */
function wordsIn(text = '', language: string): string {
  const words = new Intl.Segmenter(language.split('_', 1)[0], { granularity: 'word' });
  return ` ${[...words.segment(text.toLowerCase())].flatMap((each) => (each.isWordLike ? [each.segment] : [])).join(' ')} `;
}

const checks: readonly Check[] = [
  saysWhatIsSeen,
  sameValues,
  isWritten,
  isOfToday,
  isTranslated,
  isIsolated,
  hasOwnQuotes,
  fits,
  saysTerms,
  saysNothingForbidden,
];

/** What also English, which is translated from nothing, is held to. */
const ownChecks: ReadonlySet<Check> = new Set([isWritten, hasOwnQuotes, fits, saysNothingForbidden]);
