import { chance, noteProof, proofSeed, proofVolume } from '@onceover/testing/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AttackedTrail, eras, type FoundBy } from '../../../test-support/attacks/attacked-trail.ts';
import { attacks } from '../../../test-support/attacks/attacks.ts';

let trail: AttackedTrail;
beforeAll(async () => {
  trail = await AttackedTrail.start();
});
afterAll(() => trail[Symbol.asyncDispose]());

const cases = attacks.flatMap((attack) => eras.map((era) => ({ attack, era })));
/** Each row of the table at least once, and then again with other victims. */
const VOLUME = Math.max(proofVolume(cases.length), cases.length);

test('a superuser who attacks the trail is found by whom the table says, and where it says by nobody', async () => {
  const next = chance(proofSeed());
  const otherwise: string[] = [];
  const unfound = new Set<string>();
  const untouched = async () => (await trail.foundAfter(async () => undefined)).by;
  const alarms: FoundBy[] = [await untouched()];
  for (let turn = 0; turn < VOLUME; turn += 1) {
    const { attack, era } = cases[turn % cases.length] as (typeof cases)[number];
    const { isTouched, by, said } = await trail.foundAfter(() => attack.run({ trail, era, chance: next }));
    const name = `${attack.what}; written: ${era}; with ${attack.with}`;
    if (!isTouched) otherwise.push(`${name}: nothing was changed`);
    if (by !== attack.foundBy[era]) otherwise.push(`${name}: found by ${by}: ${said}`);
    if (by === 'nobody') unfound.add(`Found by nobody: ${name}.`);
  }
  alarms.push(await untouched());
  noteProof({
    counts: { 'attacks tried': VOLUME },
    zero: {
      'attacks found otherwise than the table says': otherwise.length,
      'false alarms': alarms.filter((by) => by !== 'nobody').length,
    },
    findings: [...unfound],
  });
  expect(otherwise).toEqual([]);
  expect(alarms).toEqual(['nobody', 'nobody']);
  // What nobody finds is no more than the ways that a row names.
  expect(unfound.size).toBe(cases.filter(({ attack, era }) => attack.foundBy[era] === 'nobody').length);
});
