import { webOperations } from '@onceover/schema/operations';
import type { Telemetry } from '@onceover/service-kit/telemetry';
import type { Tracing } from '@onceover/service-kit/tracing';
import { storedOperations } from '../operations/operations.generated.ts';

/** Runs an operation and counts how long that took. It failed if it threw, or if `hasFailed` says so of its answer. */
export type TimeOperation = <Answer>(
  name: unknown,
  run: () => Promise<Answer>,
  hasFailed?: (answer: Answer) => boolean,
) => Promise<Answer>;

const names = new Set([...storedOperations, ...webOperations].map(({ name }) => name));
const outcomes = new Set(['answered', 'failed']);
const OTHER = 'other';

/** Operations are told apart by their names, those of the gateway and of the web app; the documents of others are one. */
export function operationTelemetry(telemetry: Telemetry): TimeOperation {
  const took = telemetry.duration({
    name: 'onceover_operation_duration_seconds',
    help: 'How long operations of the graph took. A refusal is an answer; failed is an outage, a fault, or an error of whoever asked.',
    labels: { operation: names, outcome: outcomes },
  });
  const counted: TimeOperation = async (name, run, hasFailed = () => false) => {
    const since = performance.now();
    let outcome = 'failed';
    try {
      const answer = await run();
      if (!hasFailed(answer)) outcome = 'answered';
      return answer;
    } finally {
      took({ operation: typeof name === 'string' ? name : '', outcome }, (performance.now() - since) / 1000);
    }
  };
  return telemetry.tracing.isOn ? traced(counted, telemetry.tracing) : counted;
}

function traced(count: TimeOperation, tracing: Tracing): TimeOperation {
  return (name, run, hasFailed = () => false) => {
    const shown = typeof name === 'string' && names.has(name) ? name : OTHER;
    const attributes = { 'graphql.operation.name': shown };
    return tracing.run({ name: `operation ${shown}`, kind: 'internal', attributes }, (span) =>
      count(name, run, (answer) => {
        const failed = hasFailed(answer);
        if (failed) span.failed('failed');
        return failed;
      }),
    );
  };
}
