import type { LogHistory } from '@onceover/event-store';
import type { TrailReading, WrittenUpTo } from '../trail-reading.ts';
import type { Findings } from './findings.ts';
import type { SignedHeads } from './verify-checkpoints.ts';

export interface LogCheck {
  readonly log: string;
  readonly reading: TrailReading;
  readonly writtenUpTo: WrittenUpTo;
  readonly history: LogHistory;
  readonly signed: SignedHeads;
  readonly findings: Findings;
  /** How long the log keeps what has ended, in days; what is younger cannot have been removed by retention. */
  readonly keptDays: number;
}
