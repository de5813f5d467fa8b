import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

/** The oldest Kubernetes that the chart is for, and the newest that it was checked with. */
export const kubernetesVersions = ['1.32.9', '1.37.2'] as const;

/** Modules of Go that bring the schemas of what the chart uses and Kubernetes itself does not know. */
const CUSTOM = [
  ['github.com/cert-manager/cert-manager@v1.21.2', 'deploy/crds/*.yaml'],
  ['github.com/prometheus-operator/prometheus-operator@v0.85.0', 'example/prometheus-operator-crd/*.yaml'],
  ['sigs.k8s.io/gateway-api@v1.6.3', 'config/crd/standard/*.yaml'],
] as const;

type Schema = Record<string, unknown>;

/**
 * Schemas for kubeconform below `cache`, a directory for each version of Kubernetes and one for the rest; fetched with Go, once. They are strict: a
 * field that nobody knows is an error.
 *
 * Throws an `Error` where they cannot be fetched
 */
export function fetchSchemas(cache: string): readonly string[] {
  const places = kubernetesVersions.map((version) => {
    const fetch = (into: string) => writeKubernetes(download(`k8s.io/kubernetes@v${version}`), into);
    return once(path.join(cache, `kubernetes-${version}`), fetch);
  });
  const key = CUSTOM.map(([module]) => /@v(.*)$/.exec(module)?.[1]).join('-');
  const custom = once(path.join(cache, `custom-${key}`), (into) => {
    for (const [module, files] of CUSTOM) writeCustom(download(module), files, into);
  });
  return [...places, custom];
}

/** Whole or not at all. */
function once(place: string, fetch: (into: string) => void): string {
  if (existsSync(place)) return place;
  mkdirSync(path.dirname(place), { recursive: true });
  process.stdout.write(`fetching the schemas of ${path.basename(place)}\n`);
  const into = mkdtempSync(`${place}-new-`);
  try {
    fetch(into);
    renameSync(into, place);
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
  return place;
}

interface Downloaded extends Disposable {
  readonly directory: string;
}

/** A module is large, and little of it is kept: it does not stay among those of the person. */
function download(module: string): Downloaded {
  const directory = mkdtempSync(path.join(tmpdir(), 'onceover-go-'));
  const env = { ...process.env, GOMODCACHE: directory, GOFLAGS: '-modcacherw' };
  try {
    execFileSync('go', ['mod', 'download', module], { env, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    const { code, stderr = '' } = error as { code?: string; stderr?: Buffer | string };
    const why = code === 'ENOENT' ? 'there is none on the path; install it' : String(stderr).trim();
    throw new Error(`${module}, which has schemas of Kubernetes, is fetched with Go: ${why}.`, { cause: error });
  }
  return {
    directory: path.join(directory, module),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** A file for each kind, with the definitions that all of them share beside it. */
function writeKubernetes(module: Downloaded, into: string): void {
  using fetched = module;
  const file = path.join(fetched.directory, 'api/openapi-spec/swagger.json');
  const { definitions } = JSON.parse(readFileSync(file, 'utf8')) as { definitions: Record<string, Schema> };
  const all = JSON.stringify({ definitions: strict(definitions) }).replaceAll(
    '"#/definitions/',
    '"definitions.json#/definitions/',
  );
  writeFileSync(path.join(into, 'definitions.json'), all);
  for (const [name, schema] of Object.entries(definitions)) {
    const kinds = (schema['x-kubernetes-group-version-kind'] ?? []) as readonly {
      group: string;
      version: string;
      kind: string;
    }[];
    for (const { group, version, kind } of kinds) {
      writeFileSync(
        path.join(into, fileOf(group, version, kind)),
        JSON.stringify({ $ref: `definitions.json#/definitions/${name}` }),
      );
    }
  }
}

/** As kubeconform asks for it: `{{.ResourceKind}}{{.KindSuffix}}`. */
function fileOf(group: string, version: string, kind: string): string {
  const parts = [kind, group.split('.')[0], version].filter((part) => part !== '' && part !== undefined);
  return `${parts.join('-').toLowerCase()}.json`;
}

interface CustomDefinition {
  readonly kind: string;
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: Schema } }[];
  };
}

function writeCustom(module: Downloaded, files: string, into: string): void {
  using fetched = module;
  for (const file of globSync(files, { cwd: fetched.directory })) {
    for (const document of parseAllDocuments(readFileSync(path.join(fetched.directory, file), 'utf8'))) {
      const definition = document.toJS() as CustomDefinition | null;
      if (definition?.kind !== 'CustomResourceDefinition') continue;
      const { group, names, versions } = definition.spec;
      for (const { name, schema } of versions) {
        const text = JSON.stringify(strict(schema.openAPIV3Schema));
        writeFileSync(path.join(into, fileOf(group, name, names.kind)), text);
      }
    }
  }
}

/** Refuses, wherever fields are named, those that are not; and lets what is a number or text be either. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict);
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as Schema;
  const made: Schema = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, strict(part)]));
  if (schema.format === 'int-or-string' || schema['x-kubernetes-int-or-string'] === true) {
    made.type = ['string', 'integer', 'number'];
  }
  const isOpen = 'additionalProperties' in schema || schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (isFields(schema.properties) && !isOpen) made.additionalProperties = false;
  return made;
}

/** A schema's fields, and not a field that is called `properties`. */
const isFields = (properties: unknown): boolean =>
  typeof properties === 'object' &&
  properties !== null &&
  Object.values(properties).every((each) => typeof each === 'object' && each !== null);
