import { createLogger } from '@onceover/service-kit/logging';

/** The service as a whole: start, stop, faults at the door. */
export const serviceLog = createLogger('accounts');
/** What happens after a request was answered. */
export const jobLog = createLogger('accounts.jobs');
/** What is heard from other services. */
export const consumerLog = createLogger('accounts.consumers');
/** Looks at custom domains. Names of hosts are not logged. */
export const domainLog = createLogger('accounts.domains');
/** Clean-up and what is due by time. */
export const sweeperLog = createLogger('accounts.sweeper');
