import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { operationTypes } from './operation-types.ts';
import { resolverTypesOf } from './resolver-types.ts';
import { englishTexts, screenCodes } from './screen-texts.ts';
import { composeSupergraph } from './supergraph.ts';

const root = new URL('../../', import.meta.url);

/** Every generated file of the house and what it should contain. */
async function generatedFiles(): Promise<Map<string, string>> {
  const operations = await operationTypes();
  return new Map([
    ['schema/graphql/supergraph.graphql', composeSupergraph()],
    ['web/src/gql/operations.generated.ts', operations],
    ['web/src/contracts/refusals.generated.ts', screenCodes(operations)],
    ...englishTexts(),
    ['services/secrets/src/graphql/types.generated.ts', await resolverTypesOf('secrets')],
    ['services/accounts/src/graphql/types.generated.ts', await resolverTypesOf('accounts')],
    ['services/notifications/src/graphql/types.generated.ts', await resolverTypesOf('notifications')],
  ]);
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
