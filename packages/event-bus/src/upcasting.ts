import type { RecordedEvent } from '@onceover/event-store';

/** Brings an event of an old version up to the newest; returns the same object if there is nothing to do. */
export type Upcast = (event: RecordedEvent) => RecordedEvent;

type Data = RecordedEvent['data'];

/** From one version to the next: type → version it starts from → the data of the version after it. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, (data: Data) => Data>>>>;

/**
 * Applies upcasters one after the other, so that handlers need to know only the newest version.
 *
 * Shape    `upcasting({ 'box.filled': { 1: (data) => ({ ...data, colour: 'plain' }) } })`; pure functions, and fields
 *          they do not know stay
 */
export function upcasting(upcasters: Upcasters): Upcast {
  return (event) => {
    const steps = upcasters[event.type] ?? {};
    let { data, schemaVersion } = event;
    for (let step = steps[schemaVersion]; step !== undefined; step = steps[schemaVersion]) {
      data = step(data);
      schemaVersion += 1;
    }
    return schemaVersion === event.schemaVersion ? event : { ...event, data, schemaVersion };
  };
}
