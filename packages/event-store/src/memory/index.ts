export { createMemoryEventSource, type MemoryEventSource } from './memory-event-source.ts';
export { createMemoryEventStore, type MemoryEventStore, type MemoryEventStoreOptions } from './memory-event-store.ts';
export { type MemoryTransaction, memoryTransaction } from './memory-transaction.ts';
