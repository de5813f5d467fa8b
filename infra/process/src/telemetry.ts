import type { ConfigOf } from '@onceover/service-kit/config';
import type { Telemetry } from '@onceover/service-kit/telemetry';
import { type Metrics, metricsSettings, openMetrics } from './metrics.ts';
import { openTraces, type TracesPlace, tracesSettings } from './traces.ts';

/** How a process can be watched: metrics that are scraped, and traces that are sent. */
export const telemetrySettings = { ...metricsSettings, ...tracesSettings } as const;

export async function openTelemetry(
  config: ConfigOf<typeof telemetrySettings>,
  place: TracesPlace,
): Promise<Pick<Metrics, 'show'> & { readonly telemetry: Telemetry }> {
  const { counting, show } = await openMetrics(config);
  return { telemetry: { ...counting, tracing: await openTraces(config, place) }, show };
}
