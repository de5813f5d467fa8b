import type { Dialects } from '../../answers/answer-context.ts';
import type { GatewayConfig } from '../../config.ts';
import { d18CompatibleTypes } from './d18/compatible-types.ts';
import { d18 } from './d18/d18.ts';
import { laterError } from './later/later-errors.ts';
import { v1Error } from './v1/v1-errors.ts';
import { v3 } from './v3/v3.ts';

/** Every dialect, as the settings have it spoken. */
export function dialectsOf({ compatibleTypes }: Pick<GatewayConfig, 'compatibleTypes'>): Dialects {
  return {
    d18: compatibleTypes ? d18CompatibleTypes : d18,
    later: { answers: {}, error: laterError },
    v1: { answers: {}, error: v1Error },
    v3,
  };
}
