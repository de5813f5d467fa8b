import type { CommandContext } from '@onceover/event-store';
import { endings, noTelemetry, type Telemetry, timed } from '@onceover/service-kit/telemetry';
import type { Tracing } from '@onceover/service-kit/tracing';

/**
 * Runs a command, and measures how long it took to commit. The command must write its events with the context it is given: if it is
 * traced, they name its span.
 */
export type WatchCommit = <Result>(
  context: CommandContext,
  command: (context: CommandContext) => Promise<Result>,
) => Promise<Result>;

/** For the commands of one service. Where nobody watches, they are run as they are. */
export function watchCommits(service: string, telemetry: Telemetry): WatchCommit {
  return tracingCommits(service, telemetry.tracing, countingCommits(service, telemetry));
}

function countingCommits(service: string, { duration }: Telemetry): WatchCommit {
  if (duration === noTelemetry.duration) return (context, command) => command(context);
  const took = duration({
    name: 'onceover_commit_duration_seconds',
    help: 'How long commands of a service took until they were committed; a refusal of the log, such as another version, has failed.',
    labels: { service: new Set([service]), ending: endings },
  });
  return (context, command) =>
    timed(
      () => command(context),
      (ending, seconds) => took({ service, ending }, seconds),
    );
}

function tracingCommits(service: string, tracing: Tracing, run: WatchCommit): WatchCommit {
  if (!tracing.isOn) return run;
  const attributes = { 'db.system.name': 'postgresql', 'db.namespace': service } as const;
  const spec = { name: `commit ${service}`, kind: 'client', attributes } as const;
  return (context, command) =>
    tracing.run(spec, ({ traceparent }) =>
      run(traceparent === undefined ? context : { ...context, meta: { ...context.meta, traceparent } }, command),
    );
}
