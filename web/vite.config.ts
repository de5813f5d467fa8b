import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './tools/chunk-groups.ts';
import { entries, stylesheet, themeScript } from './tools/entries.ts';
import { iconImportsPlugin } from './tools/icon-imports-plugin.ts';
import { passwordDataPlugin } from './tools/password-data-plugin.ts';
import { precompressPlugin } from './tools/precompress-plugin.ts';
import { serviceWorkerPlugin } from './tools/service-worker-plugin.ts';
import { shellPlugin } from './tools/shell-plugin.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Hashed, immutable files under `/dist/`; the gateway renders the pages around them from `shell.json`. */
export default defineConfig({
  root,
  base: '/dist/',
  publicDir: false,
  plugins: [
    react(),
    tailwindcss(),
    iconImportsPlugin(),
    passwordDataPlugin(),
    shellPlugin(root),
    serviceWorkerPlugin(root),
    precompressPlugin(root),
  ],
  worker: { plugins: () => [passwordDataPlugin()] },
  build: {
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      input: {
        app: entries.app.script,
        secret: entries.secret.script,
        theme: themeScript,
        styles: stylesheet,
      },
      output: {
        // A file holds only what its group names: a lazy page's parts must not pull in the app's.
        codeSplitting: { includeDependenciesRecursively: false, groups: chunkGroups },
      },
    },
  },
});
