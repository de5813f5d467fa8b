import fc from 'fast-check';
import type { z } from 'zod';

/**
 * Values of the shapes that contracts are made of, before they are read. Throws for a kind of shape that no contract has yet: say
 * here what its values are.
 */
export function samplesOf(shape: z.ZodType): fc.Arbitrary<unknown> {
  const { def } = shape as unknown as { readonly def: Def };
  const make = Object.hasOwn(kinds, def.type) ? kinds[def.type] : undefined;
  if (make === undefined) throw new TypeError(`there are no samples of ${def.type}`);
  return make(def, shape);
}

/** As zod keeps it; which of these there are depends on the type. */
interface Def {
  readonly type: string;
  readonly format?: string;
  readonly shape: Readonly<Record<string, z.ZodType>>;
  readonly options: readonly z.ZodType[];
  readonly element: z.ZodType;
  readonly innerType: z.ZodType;
  readonly in: z.ZodType;
  readonly valueType: z.ZodType;
  readonly values: readonly unknown[];
  readonly entries: Readonly<Record<string, unknown>>;
}

type Make = (def: Def, shape: z.ZodType) => fc.Arbitrary<unknown>;

const within: Make = ({ innerType }) => samplesOf(innerType);

const kinds: Readonly<Record<string, Make>> = {
  string: textOf,
  number: numberOf,
  boolean: () => fc.boolean(),
  literal: ({ values }) => fc.constantFrom(...values),
  enum: ({ entries }) => fc.constantFrom(...Object.values(entries)),
  union: ({ options }) => fc.oneof(...options.map(samplesOf)),
  array: ({ element }, shape) => accepted(fc.array(samplesOf(element), { maxLength: 3 }), shape),
  record: ({ valueType }) => fc.dictionary(fc.string(), samplesOf(valueType), { maxKeys: 3 }),
  nullable: ({ innerType }) => fc.option(samplesOf(innerType)),
  optional: within,
  readonly: within,
  pipe: (def) => samplesOf(def.in),
  // As text, because JSON has no -0.
  unknown: () => fc.json().map((text): unknown => JSON.parse(text)),
  object: ({ shape }) => {
    const fields = Object.entries(shape);
    const requiredKeys = fields.filter(([, each]) => !each.safeParse(undefined).success).map(([name]) => name);
    return fc.record(Object.fromEntries(fields.map(([name, each]) => [name, samplesOf(each)])), { requiredKeys });
  },
};

function accepted<T>(values: fc.Arbitrary<T>, shape: z.ZodType): fc.Arbitrary<T> {
  return values.filter((value) => shape.safeParse(value).success);
}

const YEARS = { min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z') };
const digits = (length: number) => fc.nat(10 ** 6).map((value) => String(value).padStart(length, '0'));

function textOf({ format }: Def, shape: z.ZodType): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'datetime') return fc.date({ ...YEARS, noInvalidDate: true }).map((at) => at.toISOString());
  if (format === 'base64') return fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64'));
  const positions = fc.tuple(digits(5), digits(20), digits(19)).map((parts) => parts.join(':'));
  const shortKeys = fc.nat().map((value) => value.toString(36).padStart(8, '0'));
  const fit = [fc.string(), positions, shortKeys].filter((texts) =>
    fc.sample(texts, 20).some((text) => shape.safeParse(text).success),
  );
  return accepted(fc.oneof(...fit), shape);
}

function numberOf({ format }: Def, shape: z.ZodType): fc.Arbitrary<unknown> {
  if (format === 'safeint')
    return accepted(fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.integer({ min: 1, max: 500 })), shape);
  return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value));
}
