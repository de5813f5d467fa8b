export { createMemoryConsumerStore, type MemoryConsumerStore, type MemoryJob } from './stores/memory-consumer-store.ts';
export { hastenJobs } from './test-support/hasten-jobs.ts';
