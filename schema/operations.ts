import { readdirSync, readFileSync } from 'node:fs';
import type { SubgraphName } from './sdl.ts';

/** One operation of the web app: its text as it is sent, and who answers it. */
export interface WebOperation {
  readonly name: string;
  /** One service, the plan of the supergraph, or for a subscription the gateway. */
  readonly to: SubgraphName | 'planned' | 'live';
  readonly document: string;
}

const folder = new URL('./graphql/operations/', import.meta.url);
const destination = /\s@(?:planned|to\(subgraph: ([A-Z]+)\))(?= \{)/;
const spread = /\.\.\.(\w+)/g;

/** Every operation that the web app sends: a file each, without its directive, with the fragments that it uses. */
export const webOperations: readonly WebOperation[] = operationsOf(
  new Map(
    readdirSync(folder)
      .toSorted()
      .map((file) => [file.replace(/\.graphql$/, ''), readFileSync(new URL(file, folder), 'utf8').trimEnd()]),
  ),
);

function operationsOf(texts: ReadonlyMap<string, string>): WebOperation[] {
  return [...texts].flatMap(([name, text]) => {
    if (text.startsWith('fragment ')) return [];
    const [directive, subgraph] = destination.exec(text) ?? [];
    const to = directive === undefined ? 'live' : ((subgraph?.toLowerCase() as SubgraphName | undefined) ?? 'planned');
    const used = [...fragmentsIn(text, texts)].map((fragment) => texts.get(fragment));
    return { name, to, document: [text.replace(destination, ''), ...used].join('\n\n') };
  });
}

/** The names of the fragments that a text spreads, directly or through others. */
function fragmentsIn(text: string, texts: ReadonlyMap<string, string>, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of text.matchAll(spread)) {
    if (found.has(name)) continue;
    found.add(name);
    fragmentsIn(texts.get(name) ?? '', texts, found);
  }
  return found;
}
