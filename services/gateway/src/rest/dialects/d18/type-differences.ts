import { inDialect } from '../../../answers/dialect.ts';
import type { NativeAnswer } from '../../../answers/native-answer.ts';
import { d18CompatibleTypes } from './compatible-types.ts';

/** Where an answer differs with compatible types: the member, and an example of both as JSON. */
export interface TypeDifference {
  /** Such as `record.cust.verified`; `[]` stands for each item of a list. */
  readonly member: string;
  readonly native: string;
  readonly compatible: string;
}

/** What `ONCEOVER_COMPATIBLE_TYPES` changes in an answer, found by writing it both ways. */
export function typeDifferencesOf(answer: NativeAnswer): readonly TypeDifference[] {
  const found = differences('', answer.body, inDialect(d18CompatibleTypes, answer));
  return [...new Map(found.map((each) => [each.member, each])).values()];
}

function differences(member: string, native: unknown, compatible: unknown): TypeDifference[] {
  if (Array.isArray(native) && Array.isArray(compatible)) {
    return native.flatMap((item, index) => differences(`${member}[]`, item, compatible[index]));
  }
  if (isObject(native) && isObject(compatible)) {
    return Object.keys(native).flatMap((name) =>
      differences(member === '' ? name : `${member}.${name}`, native[name], compatible[name]),
    );
  }
  if (Object.is(native, compatible)) return [];
  return [{ member, native: JSON.stringify(native), compatible: JSON.stringify(compatible) }];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
