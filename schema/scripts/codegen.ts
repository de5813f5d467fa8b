import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { composeServices, transformSupergraphToPublicSchema } from '@theguild/federation-composition';
import { buildASTSchema, type DocumentNode, Kind, parse, print } from 'graphql';
import { partnerEvents } from '../events/partner-view.ts';
import { figuresModule } from '../languages/figures.ts';
import { mailTextsModule } from '../languages/mail-texts.ts';
import { webOperations } from '../operations.ts';
import { liveSdl, type SubgraphName, sdlOf, subgraphNames } from '../sdl.ts';
import { asyncApi, eventSchemas } from './asyncapi.ts';
import {
  type Destinations,
  definitionsIn,
  type OperationDocument,
  operationDocuments,
  schemaOf,
} from './operation-documents.ts';
import { gatewayOperations, webOperation } from './operation-modules.ts';
import { operationTypes } from './operation-types.ts';
import { resolverTypesOf } from './resolver-types.ts';
import { englishTexts, screenCodes } from './screen-texts.ts';

const root = new URL('../../', import.meta.url);

/** Every generated file of the house and what it should contain. */
async function generatedFiles(): Promise<Map<string, string>> {
  const supergraph = composeSupergraph();
  return new Map([
    ['schema/graphql/supergraph.graphql', supergraph],
    ...(await operationFiles(supergraph)),
    ...englishTexts(),
    ...publishedFiles(supergraph),
    ['web/src/i18n/language-figures.generated.ts', figuresModule()],
    ['web/src/contracts/partner-events.generated.ts', eventNames()],
    ['services/notifications/src/mail/texts.generated.ts', mailTextsModule()],
    ...(await Promise.all(subgraphNames.map(resolverFile))),
  ]);
}

/** The types of events that webhooks send, each by the key of its words in the web's texts. */
function eventNames(): string {
  const rows = partnerEvents.map(({ type }) => {
    const key = type
      .replace(/^io\.onceover\./, '')
      .replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());
    return `  '${type}': '${key}',`;
  });
  return `${header('schema/events/partner-view.ts')}
/** Every type of event that partners get, and the key of its words. */
export const partnerEventNames = {
${rows.join('\n')}
} as const;
`;
}

/** What anyone may read of the events and of the graph; the gateway shows it under `/docs`, as it stands here. */
function publishedFiles(supergraph: string): [string, string][] {
  return [
    ['schema/published/asyncapi.generated.json', JSON.stringify(asyncApi(), null, 2)],
    ...[...eventSchemas()].map(([type, schema]): [string, string] => [
      `schema/published/events/${type}.generated.json`,
      JSON.stringify(schema, null, 2),
    ]),
    ['schema/published/graph.generated.graphql', print(shownGraph(supergraph))],
  ];
}

/** What the supergraph shows to clients, and the subscriptions, which the gateway answers by itself. */
function shownGraph(supergraph: string): DocumentNode {
  const { definitions } = transformSupergraphToPublicSchema(parse(supergraph));
  return { kind: Kind.DOCUMENT, definitions: [...definitions, ...parse(liveSdl()).definitions] };
}

/** The subgraphs composed into the supergraph's SDL; throws with every composition error. */
function composeSupergraph(): string {
  const { supergraphSdl, errors = [] } = composeServices(
    subgraphNames.map((name) => ({ name, typeDefs: parse(sdlOf(name)), url: `subgraph://${name}` })),
  );
  if (supergraphSdl === undefined) throw new Error(errors.map(({ message }) => message).join('\n'));
  return supergraphSdl;
}

const resolverFile = async (subgraph: SubgraphName): Promise<[string, string]> => [
  `services/${subgraph}/src/graphql/types.generated.ts`,
  await resolverTypesOf(subgraph),
];

/** The operations of the web app and of the gateway: types, texts and destinations. */
async function operationFiles(supergraph: string): Promise<[string, string][]> {
  const shown = shownGraph(supergraph);
  const schemas: Destinations = {
    subgraphs: Object.fromEntries(
      subgraphNames.map((name) => [name, schemaOf(sdlOf(name))]),
    ) as Destinations['subgraphs'],
    supergraph: buildASTSchema(shown),
  };
  const web = definitionsIn(new URL('schema/graphql/operations/', root));
  const gateway = definitionsIn(new URL('services/gateway/src/operations/', root));
  const types = { web: await operationTypes(web, shown), gateway: await operationTypes(gateway, shown) };
  const ofWeb = header('schema/graphql/operations');
  return [
    ['web/src/gql/operations.generated.ts', ofWeb + types.web],
    ...operationDocuments(web, schemas)
      .map((operation) => webOperation(asSent(operation)))
      .map(({ file, content }): [string, string] => [`web/src/gql/operations/${file}`, ofWeb + content]),
    ['web/src/contracts/refusals.generated.ts', screenCodes(types.web)],
    [
      'services/gateway/src/operations/operations.generated.ts',
      header('its .graphql files') + gatewayOperations(operationDocuments(gateway, schemas), types.gateway),
    ],
  ];
}

/** With the text that the gateway reads at its start. Throws where that is another document, or goes elsewhere. */
function asSent(operation: OperationDocument): OperationDocument {
  const read = webOperations.find(({ name }) => name === operation.name);
  if (read?.to !== operation.to || print(parse(read.document)) !== operation.document)
    throw new Error(`${operation.name}: the gateway reads it otherwise, see schema/operations.ts`);
  return { ...operation, document: read.document };
}

function header(source: string): string {
  return `// Generated by \`npm run codegen\` from ${source}. Do not edit.\n`;
}

const isCheck = process.argv.includes('--check');
const stale: string[] = [];
for (const [path, content] of await generatedFiles()) {
  const file = new URL(path, root);
  const wanted = `${content.trimEnd()}\n`;
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) continue;
  if (isCheck) stale.push(path);
  else {
    writeFileSync(file, wanted);
    console.log(`wrote ${path}`);
  }
}
if (stale.length > 0) {
  console.error(`Out of date, run \`npm run codegen\`:\n${stale.map((path) => `  ${path}`).join('\n')}`);
  process.exitCode = 1;
}
