import { type ActivityBook, colonelOverviewUseCase, type OverviewPorts } from './overview/colonel-overview.ts';
import { type ActivityRate, colonelPulseUseCase, type PulsePorts } from './overview/colonel-pulse.ts';
import { type HealthPorts, systemHealthUseCase } from './overview/system-health.ts';
import { chainStatusUseCase, type NewestEntries, type StatusPorts } from './trail/search/chain-status.ts';
import { countTrailUseCase } from './trail/search/count-trail.ts';
import { beginTrailExportUseCase, type ExportPorts, readTrailExportUseCase } from './trail/search/export-found.ts';
import { type CoverPorts, findCoveredUseCase } from './trail/search/find-covered.ts';
import { searchTrailUseCase } from './trail/search/search-trail.ts';
import { auditTrailUseCase, trailSignaturesUseCase } from './trail/search/show-trail.ts';

export type UseCases = ReturnType<typeof useCasesOf>;

export interface UseCasePorts extends HealthPorts, OverviewPorts, PulsePorts, ExportPorts, StatusPorts, CoverPorts {
  readonly activity: ActivityBook & ActivityRate;
  readonly search: CoverPorts['search'] & NewestEntries;
}

export function useCasesOf(ports: UseCasePorts) {
  return {
    auditTrail: auditTrailUseCase(ports),
    trailSignatures: trailSignaturesUseCase(ports),
    searchTrail: searchTrailUseCase(ports),
    countTrail: countTrailUseCase(ports),
    findCovered: findCoveredUseCase(ports),
    beginTrailExport: beginTrailExportUseCase(ports),
    readTrailExport: readTrailExportUseCase(ports),
    chainStatus: chainStatusUseCase(ports),
    colonelOverview: colonelOverviewUseCase(ports),
    colonelPulse: colonelPulseUseCase(ports),
    systemHealth: systemHealthUseCase(ports),
  };
}
