import { endings, noTelemetry, type Telemetry, timed } from '@onceover/service-kit/telemetry';

/** Runs a command, and counts how long it took until it was committed. */
export type CountCommit = <Result>(command: () => Promise<Result>) => Promise<Result>;

/** For the commands of one service. Where nobody counts, they are run as they are. */
export function countCommits(service: string, telemetry: Telemetry): CountCommit {
  if (telemetry === noTelemetry) return (command) => command();
  const took = telemetry.duration({
    name: 'onceover_commit_duration_seconds',
    help: 'How long commands of a service took until they were committed; a refusal of the log, such as another version, has failed.',
    labels: { service: new Set([service]), ending: endings },
  });
  return (command) => timed(command, (ending, seconds) => took({ service, ending }, seconds));
}
