import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { entries, stylesheet, themeScript } from './tools/entries.ts';
import { precompressPlugin } from './tools/precompress-plugin.ts';
import { shellPlugin } from './tools/shell-plugin.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Hashed, immutable files under `/dist/`; the gateway renders the pages around them from `shell.json`. */
export default defineConfig({
  root,
  base: '/dist/',
  publicDir: false,
  plugins: [react(), tailwindcss(), shellPlugin(root), precompressPlugin(root)],
  build: {
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        app: entries.app.script,
        secret: entries.secret.script,
        theme: themeScript,
        styles: stylesheet,
      },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store)\//,
              priority: 3,
            },
            // Small and free of React, so that the gate question leaves before anything large arrives.
            {
              name: 'calls',
              test: /preload-helper|rolldown.runtime|\/lib\/(api|api-error|form-token|paths)\.ts$|\/gate\.ts$/,
              priority: 2,
            },
            // What both entries need.
            { name: 'frame', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
});
