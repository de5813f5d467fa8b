import { locales } from '@onceover/schema/locales';
import { manifestOf, shareTarget } from '@onceover/schema/web/app-files';
import { textsOf } from './texts-of.ts';

/**
 * What a device needs to keep the site as an app, by file name: one in each language, and the English one under the name it always had.
 * It opens the form or the lists, never a secret.
 */
export async function webManifests(root: string, background: string): Promise<[string, object][]> {
  const all = await Promise.all(
    locales.map(async ({ code, tag, dir }): Promise<[string, object]> => {
      const [core, open, shell] = await Promise.all(
        (['core', 'public', 'shell'] as const).map((bundle) => textsOf(root, code, bundle)),
      );
      const words: ManifestWords = {
        description: shell.descriptions.home,
        create: open.form.create,
        recent: core.pages.recent.heading,
      };
      return [manifestOf(code), { lang: tag, dir, ...webManifest(words, background) }];
    }),
  );
  const english = all.find(([name]) => name === manifestOf('en'));
  return english === undefined ? all : [...all, ['manifest.webmanifest', english[1]]];
}

interface ManifestWords {
  readonly description: string;
  readonly create: string;
  readonly recent: string;
}

function webManifest({ description, create, recent }: ManifestWords, background: string): object {
  const { path, fields } = shareTarget;
  const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('/icon-192.png', '192x192')] });
  return {
    id: '/',
    name: 'Onceover',
    short_name: 'Onceover',
    description,
    start_url: '/',
    scope: '/',
    // Where there is a choice, the address stays in sight: it says whose page this is.
    display: 'standalone',
    display_override: ['minimal-ui'],
    // What is being typed in one window is not replaced by what comes next.
    launch_handler: { client_mode: ['navigate-new', 'auto'] },
    theme_color: background,
    background_color: background,
    categories: ['productivity', 'security', 'utilities'],
    icons: [
      icon('/favicon.svg', 'any'),
      icon('/icon-192.png', '192x192'),
      icon('/icon-512.png', '512x512'),
      icon('/icon-maskable-512.png', '512x512', 'maskable'),
    ],
    shortcuts: [shortcut(create, '/'), shortcut(recent, '/recent')],
    share_target: { action: path, method: 'POST', enctype: 'multipart/form-data', params: fields },
  };
}

function icon(src: string, sizes: string, purpose = 'any') {
  return { src, sizes, type: src.endsWith('svg') ? 'image/svg+xml' : 'image/png', purpose };
}
