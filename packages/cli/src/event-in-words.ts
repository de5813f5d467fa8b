import type { CloudEvent } from '@onceover/client';
import { visible } from './terminal/visible.ts';

const PREFIX = 'io.onceover.';

/** The whole name of a type of event; its prefix may be left out. */
export function eventType(text: string): string {
  return text.startsWith(PREFIX) ? text : `${PREFIX}${text}`;
}

/** A line without its end, such as `2026-11-27 01:02:05 UTC  secret.received  019d8f3a-…  by=anonymous`. */
export function eventInWords({ time, type, subject, data }: CloudEvent): string {
  const said = Object.entries(data).filter(([, value]) => value != null && value !== subject);
  const details = said.map(([name, value]) => `${name}=${inOneWord(value)}`).join(' ');
  const name = type.startsWith(PREFIX) ? type.slice(PREFIX.length) : type;
  const parts = [`${time.slice(0, 19).replace('T', ' ')} UTC`, name, subject ?? '', details];
  return visible(parts.filter((part) => part !== '').join('  ')).replaceAll('\n', '␊');
}

function inOneWord(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}
