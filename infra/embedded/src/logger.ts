import { processLog } from '@onceover/process/product';

export const log = processLog('embedded');
