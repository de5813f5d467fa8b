import { refusableWith } from '@onceover/graphql-kit/refusable';
import { refusals } from '@onceover/schema/refusals';

/** Turns what the rules refuse into the member of the result union that says so. */
export const refusable = refusableWith(refusals);
