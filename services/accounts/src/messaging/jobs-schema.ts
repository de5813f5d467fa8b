import { jobsSchemaOf } from '@onceover/event-bus';

/** Where the jobs of this service wait. */
export const jobsSchema = jobsSchemaOf('accounts');
