/** What stands behind a type of the graph: `<Type>Mapper`, read by codegen. A type without one is what it says itself. */
export type { Concealed as ConcealedSecretMapper } from '../use-cases/conceal/concealed.ts';
export type { IncomingView as IncomingSecretMapper } from '../use-cases/incoming/list-incoming.ts';
export type { MetadataView as MetadataMapper } from '../use-cases/metadata/metadata-view.ts';
export type { ListedSecret as ListedSecretMapper } from '../use-cases/operator/listed-secrets.ts';
