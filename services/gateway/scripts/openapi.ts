import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { release } from '@onceover/schema/release';
import { openApiOf } from '../src/rest/openapi/openapi.ts';
import { routeGroups } from '../src/rest/rest-routes.ts';

/** Writes the published description of `/api/v2`; with `--check`, only tells whether it is current. */
const file = new URL('../../../schema/published/openapi.generated.json', import.meta.url);
const folder = new URL('../../../schema/rest/examples/', import.meta.url);
const examples = Object.fromEntries(
  readdirSync(folder).map((name) => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
  ]),
);
const wanted = `${JSON.stringify(openApiOf(routeGroups, { version: release.version, examples }), null, 2)}\n`;
if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
  if (process.argv.includes('--check')) {
    process.stderr.write('schema/published/openapi.generated.json is out of date, run `npm run codegen`.\n');
    process.exitCode = 1;
  } else {
    writeFileSync(file, wanted);
    process.stdout.write('wrote schema/published/openapi.generated.json\n');
  }
}
