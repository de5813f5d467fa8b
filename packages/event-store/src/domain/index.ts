/** Values that survive a round trip through JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An event a decision produced, not yet recorded. `data` never holds content, keys, addresses or IPs. */
export interface NewEvent<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly schemaVersion: number;
  readonly data: Data;
}
