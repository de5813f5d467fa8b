import { type ASTNode, BREAK, type DocumentNode, isValueNode, Kind, visit } from 'graphql';
import { compileOperation } from './compiled/compile-operation.ts';
import { subgraphSchema } from './subgraph-schema.ts';

/**
 * Whether a document has values in its text, which may be somebody's. One that has none, because they all come in variables,
 * may be kept for as long as one likes. Comments are no part of a document.
 */
export function holdsValues(document: DocumentNode): boolean {
  let hasValue = false;
  visit(document, {
    enter(node) {
      hasValue = isLiteral(node);
      return hasValue ? BREAK : undefined;
    },
  });
  return hasValue;
}

const CONTAINERS: ReadonlySet<string> = new Set([Kind.VARIABLE, Kind.LIST, Kind.OBJECT]);

function isLiteral(node: ASTNode): boolean {
  return isValueNode(node) && !CONTAINERS.has(node.kind);
}

/** Whether a subgraph of that SDL prepares a document, for whoever has the SDL alone. */
export function coverageOf(sdl: string): (document: DocumentNode) => boolean {
  const schema = subgraphSchema(sdl, {});
  return (document) => compileOperation(schema, document) !== undefined;
}
