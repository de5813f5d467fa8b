import 'i18next';
import type { Bundles } from './bundles.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'core';
    resources: Bundles;
  }
}
