import { createLogger, type Logger } from '@onceover/service-kit/logging';

export type LogLine = Readonly<Record<string, unknown>> & { readonly message: string };

/** A logger, and what it was told. */
export function recordingLog(): { readonly log: Logger; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const note = (fields: object, message: string) => void lines.push({ ...fields, message });
  return { log: Object.assign(createLogger('test'), { warn: note, error: note }), lines };
}
