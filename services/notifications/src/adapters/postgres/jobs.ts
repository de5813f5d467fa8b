/** Of the job queue alone. */
export const jobsSchema = 'notifications_jobs';
