export type { AccountWish, Destination, SecretToImport } from './move-in.ts';
export type { OnetimeAccount, OnetimeDomain } from './onetime-records.ts';
export type { LayoutName } from './onetime-server.ts';
export { type Finding, NOT_VERIFIED } from './report.ts';
