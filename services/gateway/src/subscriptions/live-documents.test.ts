import { supergraphSdl } from '@onceover/schema/sdl';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { liveDocuments } from './live-documents.ts';

const tag = ' @tag(name: "share-link")';
const untagged = supergraphSdl().replaceAll(tag, '');
const reading = (sdl: string) => {
  const schema = buildSchema(sdl, { assumeValidSDL: true });
  const fields = { metadataChanged: { asQuery: (field: unknown) => ({ field }) } } as never;
  return liveDocuments({ schema, subgraphs: [], mayBeKept: () => false, fields });
};
const asking = (field: string) => `subscription { metadataChanged(key: "k") { state ${field} } }`;
const refusal = 'A subscription carries no link. Ask for it with a query.';

test('a field that the schema says carries a link is asked for with a query, whatever its name', () => {
  const elsewhere = reading(untagged.replace(/(\n {2}shortkey: String! @join__field\(graph: SECRETS\))/, `$1${tag}`));
  expect(() => elsewhere(asking('shortkey'))).toThrow(refusal);
  expect(() => elsewhere(`${asking('...F')} fragment F on Metadata { short: shortkey }`)).toThrow(refusal);
  expect(() => reading(supergraphSdl())(asking('secretKey'))).toThrow(refusal);
  expect(() => reading(supergraphSdl())(asking('shortkey'))).not.toThrow();
});

test('where the schema names no such field, no subscription is read', () => {
  expect(() => reading(untagged)).toThrow('of no field');
});
