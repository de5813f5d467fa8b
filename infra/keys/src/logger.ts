import { processLog } from '@onceover/process/product';

export const log = processLog('key-store');
