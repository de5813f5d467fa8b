import type { AnswerShape } from '../../answers/native-answer.ts';
import type { KeyName, RestRoute } from '../rest-route.ts';

type Keys = Readonly<Partial<Record<KeyName, string>>>;

const inRecord = (secret: string, metadata: string): Keys => ({
  secretKey: `/record/secret/${secret}`,
  metadataKey: `/record/${metadata}`,
});

/** Where the answer to a creation has the keys of what it made, as JSON pointers. */
const made: Readonly<Partial<Record<AnswerShape, Keys>>> = {
  concealed: inRecord('key', 'metadata/key'),
  laterConcealed: inRecord('identifier', 'receipt/identifier'),
  v1Secret: { secretKey: '/secret_key', metadataKey: '/metadata_key' },
};

/**
 * Where somebody can go on from the answer of a row, as OpenAPI's links: from what was created to everything that takes its key. Generated
 * clients can follow them, and so does what tries the documents.
 */
export function linksOf(route: RestRoute, all: readonly RestRoute[]): object | undefined {
  // A row that takes a key made nothing.
  if (route.keyName !== undefined) return undefined;
  const links = route.answers.flatMap((shape) => {
    return all.flatMap((next) => {
      const pointer = next.keyName === undefined ? undefined : made[shape]?.[next.keyName];
      return pointer === undefined ? [] : [[next.name, linkTo(next, pointer)]];
    });
  });
  return links.length === 0 ? undefined : Object.fromEntries(links);
}

function linkTo({ name, keyName, form }: RestRoute, pointer: string): object {
  const isConfirmed = form !== undefined && 'continue' in form.shape;
  return {
    operationId: name,
    parameters: { [`path.${keyName}`]: `$response.body#${pointer}` },
    ...(isConfirmed && { requestBody: { continue: true } }),
  };
}
