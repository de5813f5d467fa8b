/** Most characters of an address, of the part before the @, and of one label of the host. */
const maxAddress = 254;
const maxLocalPart = 64;

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const dotAtom = new RegExp(`^${atom}(?:\\.${atom})*$`);
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** What `URL` would take as something else than a host, and what nobody can see. */
const foreign = /[\p{C}\p{Z}%/?#@:[\]\\<>^|"`{}]/u;

/**
 * One email address in the form we keep: lower case, the host in ASCII. Null for anything else.
 *
 * Shape    dot-atom local part, a host of at least two labels; no quotes, comments, groups, lists, address literals or
 *          control characters. Spaces around it are forgiven
 * Units    local part ≤ 64, label ≤ 63, address ≤ 254 characters
 * Source   security 6.8
 */
export function parseEmailAddress(text: string): string | null {
  const trimmed = text.replace(/^ +| +$/g, '');
  const at = trimmed.lastIndexOf('@');
  if (at < 1 || trimmed.length > 4 * maxAddress) return null;
  const local = trimmed.slice(0, at).toLowerCase();
  if (local.length > maxLocalPart || !dotAtom.test(local)) return null;
  const host = asciiHost(trimmed.slice(at + 1));
  if (host === null) return null;
  const address = `${local}@${host}`;
  return address.length <= maxAddress ? address : null;
}

/** The address of a recipient, which may come with a name: `Nina <nina@example.com>`. The name is not kept. */
export function parseRecipient(text: string): string | null {
  const named = /^ *(?:[^<>@,;:\\"\p{C}]*|"[^<>"\\\p{C}]*") *<([^<>]*)> *$/u.exec(text);
  return parseEmailAddress(named?.[1] ?? text);
}

function asciiHost(text: string): string | null {
  if (text === '' || foreign.test(text)) return null;
  if (!URL.canParse(`http://${text}`)) return null;
  const host = new URL(`http://${text}`).hostname;
  const labels = host.split('.');
  if (labels.length < 2 || host.length > 253 || !labels.every((each) => label.test(each))) return null;
  // A host that ends in a number is an address, or nothing.
  return /^[0-9]+$/.test(labels.at(-1) ?? '') ? null : host;
}
