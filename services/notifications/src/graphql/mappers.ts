/** What stands behind a type of the graph: `<Type>Mapper`, read by codegen. A type without one is what it says itself. */
export type { FeedbackEntry as FeedbackMapper } from '../use-cases/feedback/feedback.ts';
