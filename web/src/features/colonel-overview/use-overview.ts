import { useQuery } from '@apollo/client/react';
import type { System } from '../../colonel/system.ts';
import { whileVisible } from '../../gql/graph-client.tsx';
import { useLiveState } from '../../gql/live-state.ts';
import { auditHistogramOperation } from '../../gql/operations/audit-histogram.generated.ts';
import { colonelOverviewOperation } from '../../gql/operations/colonel-overview.generated.ts';
import { requestLimitsOperation } from '../../gql/operations/request-limits.generated.ts';
import { useClock } from '../../lib/use-clock.ts';
import {
  type Asked,
  abuseAnswer,
  attackActions,
  changeAnswer,
  emailAnswer,
  healthAnswer,
  together,
} from './answers.ts';
import type { Overview, RangeName } from './colonel-overview.ts';
import type { Pulse, usePulse } from './pulse-block.tsx';

const ranges = { '48h': 'HOURS_48', '30d': 'DAYS_30' } as const;

/** While the pulse keeps the figures up to date, only the charts grow old. */
const chartsEveryMs = 60_000;

/** The counts, as the pulse has them where it has arrived. */
export function useOverview(range: RangeName, { pulse, isPaused }: ReturnType<typeof usePulse>) {
  const isLive = useLiveState() === 'live';
  const { data, previousData, error, refetch } = useQuery(colonelOverviewOperation, {
    variables: { range: ranges[range] },
    ...whileVisible,
    pollInterval: isPaused ? 0 : isLive ? chartsEveryMs : whileVisible.pollInterval,
  });
  const counted = (data ?? previousData)?.colonelOverview;
  return { overview: counted && withPulse(counted, pulse), error, refetch };
}

function withPulse(overview: Overview, pulse: Pulse | null): Overview {
  if (pulse === null) return overview;
  const { today, wrongPassphrases, mailQueue } = pulse;
  return {
    ...overview,
    today: { ...overview.today, ...today },
    wrongPassphrases: { ...overview.wrongPassphrases, ...wrongPassphrases },
    mailQueue: { ...overview.mailQueue, ...mailQueue },
  };
}

/** When the minute began, in Unix seconds. */
const minuteNow = () => Math.floor(Date.now() / 60_000) * 60;

/** What the overview answers first. */
export function useAnswers(system: Asked<System>, overview: Asked<Overview>) {
  const now = useClock(minuteNow, 10_000);
  const limits = useQuery(requestLimitsOperation, { ...whileVisible, fetchPolicy: 'no-cache' });
  const from = now - 3_600;
  const attacks = useQuery(auditHistogramOperation, {
    variables: { from, to: now + 60, filter: { from, actionPrefixes: [...attackActions] } },
    fetchPolicy: 'no-cache',
  });
  return {
    health: healthAnswer(system),
    email: emailAnswer(overview, now),
    abuse: abuseAnswer(
      together({
        overview,
        limits: { value: limits.data?.requestLimits, hasFailed: limits.error !== undefined },
        attacks: {
          value: (attacks.data ?? attacks.previousData)?.auditHistogram,
          hasFailed: attacks.error !== undefined,
        },
      }),
    ),
    change: changeAnswer(overview),
  };
}
