import { beginTrailExport, readTrailExport } from '@onceover/schema/internal/export-trail';
import { answering, type InternalHandler } from '@onceover/service-kit/internal-call';
import type { UseCases } from './use-cases/use-cases.ts';

export function internalOf(useCases: UseCases): readonly InternalHandler[] {
  return [
    answering(beginTrailExport, ({ caller, ...wanted }) => useCases.beginTrailExport(wanted, caller)),
    answering(readTrailExport, ({ caller, ...wanted }) => useCases.readTrailExport(wanted, caller)),
  ];
}
