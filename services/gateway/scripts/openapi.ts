import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { release } from '@onceover/schema/release';
import { dialectsOf } from '../src/rest/dialects/dialects.ts';
import { apiDocuments } from '../src/rest/openapi/api-documents.ts';
import { openApiOf } from '../src/rest/openapi/openapi.ts';

/** Writes the published descriptions of the API, one for each family of clients; with `--check`, only tells whether they are current. */
const examplesAt = new URL('../../../schema/rest/examples/', import.meta.url);
const examples = Object.fromEntries(
  readdirSync(examplesAt).map((name) => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(new URL(name, examplesAt), 'utf8')),
  ]),
);
const facts = { version: release.version, examples, dialects: dialectsOf({ compatibleTypes: false }) };
for (const [name, document] of Object.entries(apiDocuments)) {
  const path = `schema/published/openapi.${name}.generated.json`;
  const file = new URL(`../../../${path}`, import.meta.url);
  const wanted = `${JSON.stringify(openApiOf(document, facts), null, 2)}\n`;
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) continue;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${path} is out of date, run \`npm run codegen\`.\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, wanted);
    process.stdout.write(`wrote ${path}\n`);
  }
}
