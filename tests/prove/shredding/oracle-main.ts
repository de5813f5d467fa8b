import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rowsOfThePast, type StolenCluster } from './past-rows.ts';
import { lookupOf, metadataLookupOf, open, type StolenKeys, type StolenLink, type StoredSecret } from './recipes.ts';

/**
 * The oracle of shredding: what an attacker reads who has everything but what was destroyed.
 *
 *   oracle-main.ts rows   STOLEN.json ROWS.json             every row that base backup and write-ahead log hold
 *   oracle-main.ts attack ROWS.json LINKS.json KEYS… OUT.json   what the links, passphrases and tokens open with the keys in
 *                                                           these directories; OUT has a content or null for each link
 */
const [act = '', ...files] = process.argv.slice(2);

if (act === 'rows') await extract(files[0] ?? '', files[1] ?? '');
else if (act === 'attack') attack(files);
else throw new Error('rows or attack?');

async function extract(stolen: string, out: string): Promise<void> {
  const rows = await rowsOfThePast(read<StolenCluster>(stolen));
  // A row that stood there unchanged at two moments is one to attack.
  const distinct = new Map(rows.map((row) => [JSON.stringify(row), row]));
  writeFileSync(out, JSON.stringify([...distinct.values()]));
}

function attack(files: readonly string[]): void {
  const [rowsFile = '', linksFile = '', ...directories] = files.slice(0, -1);
  const keys = keysIn(directories);
  const { byLookup, byMetadata } = indexed(read<StoredSecret[]>(rowsFile));
  const recovered = read<StolenLink[]>(linksFile).map((link) => {
    const rows = rowsOf(link, byLookup, byMetadata);
    for (const row of rows) {
      const content = open(row, link, keys);
      if (content !== null) return content;
    }
    return null;
  });
  writeFileSync(files.at(-1) ?? '', JSON.stringify(recovered));
}

type Index = ReadonlyMap<string, readonly StoredSecret[]>;

/** Without any key of a link, every row is tried. */
function rowsOf({ secretKey, metadataKey }: StolenLink, byLookup: Index, byMetadata: Index): readonly StoredSecret[] {
  if (secretKey !== undefined) return byLookup.get(lookupOf(secretKey).toString('base64')) ?? [];
  if (metadataKey !== undefined) return byMetadata.get(metadataLookupOf(metadataKey).toString('base64')) ?? [];
  return [...byLookup.values()].flat();
}

function indexed(rows: readonly StoredSecret[]): { readonly byLookup: Index; readonly byMetadata: Index } {
  return {
    byLookup: Map.groupBy(rows, ({ lookup }) => lookup),
    byMetadata: Map.groupBy(rows, ({ mlookup }) => mlookup),
  };
}

/** Keys directories, whole or in part: what has 32 bytes is tried as each kind of key that its place suggests. */
function keysIn(directories: readonly string[]): StolenKeys {
  const inFolder = (folder: string) => directories.flatMap((directory) => filesIn(path.join(directory, folder)));
  const roots = directories.map((directory) => path.join(directory, 'root.key')).filter((file) => existsSync(file));
  return {
    keks: inFolder('kek'),
    erasable: inFolder('epoch'),
    root: roots[0] === undefined ? null : readFileSync(roots[0]),
  };
}

function filesIn(folder: string): Buffer[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).map((name) => readFileSync(path.join(folder, name)));
  return files.filter(({ length }) => length === 32);
}

function read<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8')) as Content;
}
