import { readdirSync, readFileSync } from 'node:fs';
import {
  buildASTSchema,
  type DefinitionNode,
  type DirectiveNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getNamedType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
  parse,
  print,
  validate,
  visit,
} from 'graphql';
import type { WebOperation } from '../operations.ts';
import { type SubgraphName, subgraphNames } from '../sdl.ts';

/** One operation as it is sent: with the fragments it uses and without the directive that says where it goes. */
export interface OperationDocument extends WebOperation {
  readonly kind: OperationTypeNode;
  /** The types of the refusals that may be the answer of one of its fields, in the order of the graph. */
  readonly refusals: readonly string[];
}

/** What an operation is checked against: each subgraph alone, and what the supergraph shows. */
export interface Destinations {
  readonly subgraphs: Readonly<Record<SubgraphName, GraphQLSchema>>;
  readonly supergraph: GraphQLSchema;
}

/** The definitions of every `.graphql` file of a folder, in the order of their names. */
export function definitionsIn(folder: URL): DefinitionNode[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .toSorted()
    .flatMap((name) => parse(readFileSync(new URL(name, folder), 'utf8'), { noLocation: true }).definitions);
}

/**
 * The operations among definitions, each with its destination. Throws for one that says none, and for one that its
 * destination cannot answer whole or need not plan.
 */
export function operationDocuments(definitions: readonly DefinitionNode[], schemas: Destinations): OperationDocument[] {
  const fragments = new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
  );
  return definitions
    .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => {
      const name = operation.name?.value;
      if (name === undefined) throw new Error('an operation has no name');
      const to = operation.operation === 'subscription' ? 'live' : destinationOf(name, operation.directives ?? []);
      const used = fragmentsOf(operation, fragments);
      const document = [{ ...operation, directives: [] }, ...used].map((node) => print(node)).join('\n\n');
      const schema = schemaFor(to, schemas);
      mustFit({ name, to, document }, schemas);
      return { name, kind: operation.operation, to, document, refusals: refusalsIn(operation, schema) };
    });
}

function destinationOf(name: string, directives: readonly DirectiveNode[]): WebOperation['to'] {
  const [directive, ...more] = directives;
  if (directive === undefined || more.length > 0)
    throw new Error(`${name}: say @to(subgraph: …) or @planned, and nothing else`);
  if (directive.name.value === 'planned') return 'planned';
  const value = directive.arguments?.find((argument) => argument.name.value === 'subgraph')?.value;
  const subgraph =
    value?.kind === Kind.ENUM ? subgraphNames.find((known) => known.toUpperCase() === value.value) : undefined;
  if (directive.name.value !== 'to' || subgraph === undefined)
    throw new Error(`${name}: no destination is called ${print(directive)}`);
  return subgraph;
}

/** Every fragment that an operation spreads, directly or through others. */
function fragmentsOf(
  operation: OperationDefinitionNode,
  known: ReadonlyMap<string, FragmentDefinitionNode>,
): FragmentDefinitionNode[] {
  const found = new Set<FragmentDefinitionNode>();
  const collect = (node: OperationDefinitionNode | FragmentDefinitionNode) =>
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = known.get(name.value);
        if (fragment === undefined || found.has(fragment)) return;
        found.add(fragment);
        collect(fragment);
      },
    });
  collect(operation);
  return [...found];
}

function refusalsIn(operation: OperationDefinitionNode, schema: GraphQLSchema): string[] {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  const selected = operation.selectionSet.selections.filter((node) => node.kind === Kind.FIELD);
  const members = selected.flatMap(({ name }) => {
    const type = getNamedType(fields[name.value]?.type);
    return isUnionType(type) ? type.getTypes() : [];
  });
  return members.filter((type) => type.getInterfaces().some(({ name }) => name === 'Refusal')).map(({ name }) => name);
}

const schemaFor = (to: WebOperation['to'], { subgraphs, supergraph }: Destinations) =>
  to === 'planned' || to === 'live' ? supergraph : subgraphs[to];

function mustFit({ name, to, document }: WebOperation, schemas: Destinations): void {
  const parsed = parse(document);
  const problems = validate(schemaFor(to, schemas), parsed);
  if (problems.length > 0)
    throw new Error(`${name} does not fit ${to}: ${problems.map(({ message }) => message).join('; ')}`);
  if (to !== 'planned') return;
  const alone = subgraphNames.find((subgraph) => validate(schemas.subgraphs[subgraph], parsed).length === 0);
  if (alone !== undefined) throw new Error(`${name}: ${alone} answers it alone, so it needs no plan`);
}

/**
 * A schema from SDL whose federation directives nobody needs to know. What a subgraph only extends is defined by its first
 * extension: otherwise it would not be in the schema, and nothing would be checked against it.
 */
export function schemaOf(sdl: string): GraphQLSchema {
  const { definitions } = parse(sdl);
  const defined = new Set(
    definitions.flatMap((node) => (node.kind === Kind.OBJECT_TYPE_DEFINITION ? node.name.value : [])),
  );
  const whole = definitions.map((node): DefinitionNode => {
    if (node.kind !== Kind.OBJECT_TYPE_EXTENSION || defined.has(node.name.value)) return node;
    defined.add(node.name.value);
    return { ...node, kind: Kind.OBJECT_TYPE_DEFINITION };
  });
  return buildASTSchema({ kind: Kind.DOCUMENT, definitions: whole }, { assumeValidSDL: true });
}
