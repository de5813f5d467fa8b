declare module 'virtual:offline-parts' {
  export const parts: import('./offline-page.ts').OfflineParts;
}
