/** One refusal: its member of the result unions, its exact English words, how `/api/v2` answers it, what the web says. */
export interface RefusalDefinition {
  readonly type: string;
  readonly message: string;
  readonly rest: { readonly status: number; readonly code: string };
  /** Fields that its member has beside `code` and `message`. */
  readonly carries?: readonly RefusalField[];
  /** What `/api/v2` repeats of the request behind the words. */
  readonly repeats?: { readonly what: 'address' | 'domain' | 'limit'; readonly before: string; readonly after: string };
  readonly screen?: BundleName | ScreenWords;
}

/** A row of the table; `rest` may be its code alone, which `/api/v2` answers with 400. */
export function row(
  type: string,
  message: string,
  {
    rest,
    ...more
  }: Pick<RefusalDefinition, 'carries' | 'repeats' | 'screen'> & {
    readonly rest: string | RefusalDefinition['rest'];
  },
): RefusalDefinition {
  return { type, message, rest: typeof rest === 'string' ? { status: 400, code: rest } : rest, ...more };
}

export type RefusalField = 'retryAfterSeconds' | 'address' | 'limit' | 'reason' | 'state';

/** The web's texts in parts: for every page, for pages that visitors see, for pages of customers, for webhooks, for passkeys. */
export const refusalBundles = ['core', 'public', 'app', 'webhooks', 'passkeys'] as const;
export type BundleName = (typeof refusalBundles)[number];

/** Where the web has its words; just the bundle's name where they are the API's, under the REST code. */
export interface ScreenWords {
  readonly bundle: BundleName;
  /** Where the web must tell apart what the REST contract has one code for. */
  readonly code?: string;
  /** What people read where it is not the API's sentence. */
  readonly words?: string;
}

/** The API keeps the original's words; people read plain ones. */
export const rateLimited = {
  message: 'Cripes! You have been rate limited.',
  screen: { bundle: 'core', words: 'Too many requests. Please wait a little, then try again.' },
} as const satisfies { readonly message: string; readonly screen: ScreenWords };
