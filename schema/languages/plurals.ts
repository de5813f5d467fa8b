import type { Catalog } from './catalogs.ts';

/** What a language has to say for one English text. */
export interface WantedText {
  /** The English text: that of `other` for a counted text. */
  readonly english: string;
  /** The form stands for exactly one number, so that it may say it in words. */
  readonly isOneNumber: boolean;
}

const ending = /_(zero|one|two|few|many|other)$/;

/** The forms of numbers that a language tells apart, as i18next asks for them. Source: `Intl.PluralRules` */
export function pluralForms(tag: string): readonly string[] {
  return new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
}

/** The keys that a language must have, neither fewer nor more: a counted text in each of its forms, all others once. */
export function wantedTexts(english: Catalog, tag: string): ReadonlyMap<string, WantedText> {
  const single = numbersOfForms(tag);
  const wanted = new Map<string, WantedText>();
  for (const [key, text] of english) {
    const base = key.replace(ending, '');
    const other = english.get(`${base}_other`);
    if (base === key || other === undefined) wanted.set(key, { english: text, isOneNumber: false });
    else {
      for (const form of pluralForms(tag)) {
        wanted.set(`${base}_${form}`, { english: other, isOneNumber: single.get(form) === 1 });
      }
    }
  }
  return wanted;
}

/** How many whole numbers each form stands for, among enough of them to tell one from several. */
function numbersOfForms(tag: string): ReadonlyMap<string, number> {
  const rules = new Intl.PluralRules(tag);
  const numbers = new Map<string, number>();
  for (let number = 0; number <= 1000; number += 1) {
    const form = rules.select(number);
    numbers.set(form, (numbers.get(form) ?? 0) + 1);
  }
  return numbers;
}
