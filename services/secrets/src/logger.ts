import { createLogger } from '@onceover/service-kit/logging';

/** Secrets that could not be opened through our own fault. An entry here is an alarm. */
export const vaultLog = createLogger('secrets.vault');
