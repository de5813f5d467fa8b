import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ApiName } from './page.ts';

/** A JSON Schema, as far as a page shows it. */
export interface ShownSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly items?: ShownSchema;
  readonly anyOf?: readonly ShownSchema[];
  readonly oneOf?: readonly ShownSchema[];
  readonly properties?: Readonly<Record<string, ShownSchema>>;
  readonly required?: readonly string[];
}

export interface ShownExample {
  readonly value: unknown;
}

export interface ShownContent {
  readonly schema: ShownSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, ShownExample>>;
}

export interface ShownResponse {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, ShownContent>>;
}

export interface ShownParameter {
  readonly $ref?: string;
  readonly name: string;
  readonly description?: string;
}

export interface ShownOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly ShownParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, ShownContent>> };
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<Record<string, ShownResponse>>;
}

/** What the pages show of an OpenAPI document. */
export interface OpenApi {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ShownOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, ShownSchema>>;
    readonly responses: Readonly<Record<string, ShownResponse>>;
    readonly parameters: Readonly<Record<string, ShownParameter>>;
  };
}

interface ShownMessage {
  readonly name: string;
  readonly summary: string;
  readonly examples: readonly { readonly payload: unknown }[];
}

/** What the pages show of `asyncapi.json`. */
export interface AsyncApi {
  readonly info: { readonly version: string; readonly description: string };
  readonly channels: Readonly<
    Record<'events', { readonly title: string; readonly description: string; readonly messages: object }>
  >;
  readonly components: {
    readonly messages: Readonly<Record<string, ShownMessage>>;
    readonly schemas: Readonly<Record<string, ShownSchema>>;
  };
}

/** The documents that `npm run codegen` writes, as they stand in the repository. */
export interface Published {
  readonly openApi: Readonly<Record<ApiName, string>>;
  readonly asyncApi: string;
  readonly graph: string;
  /** The JSON Schema of each type of event. */
  readonly events: ReadonlyMap<string, string>;
}

const folder = new URL('../../../../schema/published/', import.meta.url);
const ENDING = '.generated.json';

/** Types of event that have a JSON Schema; only names are read. */
export function publishedTypes(): readonly string[] {
  return readdirSync(fileURLToPath(new URL('events/', folder)))
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length));
}

export function readPublished(): Published {
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
  const openApi = (name: ApiName) => read(`openapi.${name}${ENDING}`);
  return {
    openApi: { v1: openApi('v1'), v2: openApi('v2'), later: openApi('later'), v3: openApi('v3') },
    asyncApi: read(`asyncapi${ENDING}`),
    graph: read('graph.generated.graphql'),
    events: new Map(publishedTypes().map((type) => [type, read(`events/${type}${ENDING}`)])),
  };
}
