import { z } from 'zod';

const localized = z.record(z.string(), z.string());

/**
 * What the web build tells the gateway: `web/dist/shell.json`. File names are relative to `/dist/` and hashed.
 * The gateway serves a page only for these routes; everything else is the 404 page.
 */
export const webShellSchema = z.object({
  /** Classic script of the document head that sets the theme before the first paint. */
  themeScript: z.string(),
  entries: z.record(
    z.string(),
    z.object({ script: z.string(), preloads: z.array(z.string()), styles: z.array(z.string()) }),
  ),
  routes: z.array(
    z.object({
      /** Fastify syntax, such as `/private/:metadataKey/burn`. */
      pattern: z.string(),
      entry: z.string(),
      /** Whole document title by locale code. */
      title: localized,
      /** Text of the one h1 in the static shell by locale code. */
      heading: localized,
      /** What search engines and chats say about the page, by locale code; without it they are told nothing. */
      description: localized.optional(),
      /** A key is in the path: noindex. On `/secret/*` page data is equal for every key and viewer, too. */
      isPrivate: z.boolean(),
    }),
  ),
  notFound: z.object({ entry: z.string(), title: localized, heading: localized }),
  /** Colours of the browser's own frame around the pages. */
  themeColors: z.object({ light: z.string(), dark: z.string() }),
  /** Shown without JavaScript, by locale code. */
  noScript: localized,
  /** What a page says that could not be rendered, by locale code and by the REST code of the error. */
  notices: z.record(z.string(), localized),
  /** Locale bundle chunks to preload, by locale code. */
  localePreloads: z.record(z.string(), z.array(z.string())),
});
export type WebShell = z.infer<typeof webShellSchema>;
