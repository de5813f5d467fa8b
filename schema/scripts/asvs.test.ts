import { describe, expect, test } from 'vitest';
import { documentText, linked } from '../test-support/documents.ts';

/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0.0 has, from V1 on. */
const inChapters = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
const levelOne = 70;

/** What stands under a heading, by the heading. */
const sections = new Map(
  documentText('ASVS.md')
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.split('\n', 1)[0] ?? '', text]),
);
const rowsIn = (text = '') =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| v'))
    .map((line) => line.slice(2, -2).split(' | '));
const unmet = rowsIn(sections.get('Unmet'));
const notOurs = rowsIn(sections.get('Does not apply'));
const met = [...sections].filter(([heading]) => heading.startsWith('V')).flatMap(([, text]) => rowsIn(text));
const apart = notOurs.flatMap(([ids = '']) => ids.split(', '));
const ids = [...met, ...unmet].map(([id = '']) => id).concat(apart);

describe('docs/ASVS.md', () => {
  test('names every requirement by its id, once', () => {
    expect(ids.filter((id) => !/^v5\.0\.0-(?:[1-9]|1[0-7])\.[1-9]\.(?:[1-9]|1\d)$/.test(id))).toEqual([]);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const found = inChapters.map((_, at) => ids.filter((id) => id.startsWith(`v5.0.0-${at + 1}.`)).length);
    expect(found).toEqual(inChapters);
  });

  test('has each met requirement in the chapter of its id, with what shows it', () => {
    for (const [heading, text] of sections) {
      for (const [id = '', , , evidence = ''] of heading.startsWith('V') ? rowsIn(text) : []) {
        expect(id).toMatch(RegExp(`^v5\\.0\\.0-${/^V(\d+)/.exec(heading)?.[1]}\\.`));
        expect([id, linked(evidence).length > 0]).toEqual([id, true]);
      }
    }
  });

  test('says of each unmet one what is missing, and shows what is done instead', () => {
    for (const [id, , , missing = '', instead = ''] of unmet) {
      expect([id, missing.length > 20, linked(instead).length > 0 || instead === 'As above.']).toEqual([
        id,
        true,
        true,
      ]);
    }
  });

  test('counts at its top what stands below', () => {
    const all = inChapters.reduce((sum, each) => sum + each, 0);
    const counted = (level: string) => [met, unmet].map((rows) => rows.filter(([, of]) => of === level).length);
    const row = (level: string, requirements: number) => {
      const [isMet = 0, isUnmet = 0] = counted(level);
      return [requirements, isMet + isUnmet, isMet, isUnmet, requirements - isMet - isUnmet];
    };
    const [one, two] = [row('1', levelOne), row('2', all - levelOne)];
    const both = one.map((count, at) => count + (two[at] ?? 0));
    expect(both).toEqual([all, met.length + unmet.length, met.length, unmet.length, apart.length]);
    const written = [...documentText('ASVS.md').matchAll(/^\| (?:1|2|1 and 2) \| (.*) \|$/gm)];
    expect(written.map(([, counts = '']) => counts.split(' | ').map(Number))).toEqual([one, two, both]);
  });
});
