import { createLogger } from '@onceover/service-kit/logging';

/** The service as a whole: start, stop, faults at the door. */
export const serviceLog = createLogger('secrets');
/** Secrets that could not be opened through our own fault. An entry here is an alarm. */
export const vaultLog = createLogger('secrets.vault');
/** Expiry and clean-up. */
export const sweeperLog = createLogger('secrets.sweeper');
/** Events of other services. */
export const consumerLog = createLogger('secrets.consumers');
