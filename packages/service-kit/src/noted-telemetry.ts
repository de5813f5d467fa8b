import type { Fact, LabelValues, Telemetry } from './telemetry.ts';
import { noTracing } from './tracing.ts';

/** What was counted, for tests: as it would be shown, so that a value that was not announced is `other`. */
export function notedTelemetry() {
  const noted: { readonly name: string; readonly labels: string; readonly amount: number }[] = [];
  const levels = new Map<string, () => Readonly<Record<string, number>>>();
  const note = <Label extends string>({ name, labels }: Fact<Label>) => {
    const order = Object.keys(labels) as Label[];
    const shown = (values: LabelValues<Label>) =>
      order.map((label) => (labels[label].has(values[label]) ? values[label] : 'other')).join(' ');
    return {
      shown,
      add: (values: LabelValues<Label>, amount: number) => void noted.push({ name, labels: shown(values), amount }),
    };
  };
  const telemetry: Telemetry = {
    tracing: noTracing,
    duration: (fact) => note(fact).add,
    count(fact) {
      const { add } = note(fact);
      return (values, more = 1) => add(values, more);
    },
    level(fact, read) {
      const { shown } = note(fact);
      levels.set(fact.name, () => Object.fromEntries(read().map(([values, level]) => [shown(values), level])));
    },
  };
  const allOf = (name: string) => noted.filter((each) => each.name === name);
  return {
    telemetry,
    /** The labels of a fact, with blanks between, each time that it was counted. */
    of: (name: string) => allOf(name).map(({ labels }) => labels),
    /** The seconds, or how many more. */
    amounts: (name: string) => allOf(name).map(({ amount }) => amount),
    /** How many there are now, by labels. */
    levelOf: (name: string) => levels.get(name)?.() ?? {},
  };
}
