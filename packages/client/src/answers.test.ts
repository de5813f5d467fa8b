import type { cloudEvent } from '@onceover/schema/events/cloud-event';
import type * as account from '@onceover/schema/rest/account';
import type * as events from '@onceover/schema/rest/events';
import type * as metadata from '@onceover/schema/rest/metadata';
import type * as secret from '@onceover/schema/rest/secret';
import type * as site from '@onceover/schema/rest/site';
import { expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type {
  AccountAnswer,
  AuthcheckAnswer,
  BurnAnswer,
  CloudEvent,
  ConcealAnswer,
  Customer,
  EventsAnswer,
  LookAnswer,
  Metadata,
  MetadataAnswer,
  RecentAnswer,
  RevealAnswer,
  StatusAnswer,
  VersionAnswer,
} from './answers.ts';

/** One object in place of what was intersected, at every depth, so that types are compared and not the way they are written. */
type Flat<T> = T extends object ? { [K in keyof T]: Flat<T[K]> } : T;
type Answer<S extends z.ZodType> = Flat<z.infer<S>>;

// The compiler judges this file: `npm run check:types`.
test('every answer has the type that its schema has', () => {
  expectTypeOf<Flat<ConcealAnswer>>().toEqualTypeOf<Answer<typeof secret.concealAnswer>>();
  expectTypeOf<Flat<LookAnswer>>().toEqualTypeOf<Answer<typeof secret.secretAnswer>>();
  expectTypeOf<Flat<RevealAnswer>>().toEqualTypeOf<Answer<typeof secret.revealAnswer>>();
  expectTypeOf<Flat<Metadata>>().toEqualTypeOf<Answer<typeof metadata.metadataObject>>();
  expectTypeOf<Flat<MetadataAnswer>>().toEqualTypeOf<Answer<typeof metadata.privateAnswer>>();
  expectTypeOf<Flat<RecentAnswer>>().toEqualTypeOf<Answer<typeof metadata.recentAnswer>>();
  expectTypeOf<Flat<BurnAnswer>>().toEqualTypeOf<Answer<typeof metadata.burnAnswer>>();
  expectTypeOf<Flat<Customer>>().toEqualTypeOf<Answer<typeof account.customerObject>>();
  expectTypeOf<Flat<AuthcheckAnswer>>().toEqualTypeOf<Answer<typeof account.authcheckAnswer>>();
  expectTypeOf<Flat<AccountAnswer>>().toEqualTypeOf<Answer<typeof account.accountAnswer>>();
  expectTypeOf<Flat<CloudEvent>>().toEqualTypeOf<Answer<typeof cloudEvent>>();
  expectTypeOf<Flat<EventsAnswer>>().toEqualTypeOf<Answer<typeof events.eventsAnswer>>();
  expectTypeOf<Flat<StatusAnswer>>().toEqualTypeOf<Answer<typeof site.statusAnswer>>();
  expectTypeOf<Flat<VersionAnswer>>().toEqualTypeOf<Answer<typeof site.versionAnswer>>();
});
