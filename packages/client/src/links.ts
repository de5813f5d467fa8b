import { localError } from './onceover-error.ts';

export interface ParsedLink {
  /** `secret` opens it, `private` shows what became of it and burns it; `key`: a bare key, which may be either. */
  readonly kind: 'secret' | 'private' | 'key';
  readonly key: string;
  /** Scheme and host of the link; undefined of a bare key. */
  readonly server: string | undefined;
}

/** Keys have 31 to 64 characters here; those of other servers may be a little shorter. */
const KEY = /^[0-9a-zA-Z]{20,64}$/;
const LINK_PATH = /^\/(secret|private)\/([0-9a-zA-Z]{20,64})(?:\/burn)?\/?$/;

/**
 * Reads a share link (`https://once.example/secret/KEY`), a private link (`…/private/KEY`) or a bare key.
 *
 * Refuses  `bad_link`; the text itself is not repeated, because it may be somebody's key
 * Source   REST contract 1.6
 */
export function parseLink(text: string): ParsedLink {
  const trimmed = text.trim();
  if (KEY.test(trimmed)) return { kind: 'key', key: trimmed, server: undefined };
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  const [, kind, key] = LINK_PATH.exec(url?.pathname ?? '') ?? [];
  if (url === undefined || !/^https?:$/.test(url.protocol) || kind === undefined || key === undefined) {
    throw localError(
      'bad_link',
      'This is not the link of a secret. Give the whole link, such as https://once.example/secret/KEY, or only its key.',
    );
  }
  return { kind: kind === 'secret' ? 'secret' : 'private', key, server: url.origin };
}
