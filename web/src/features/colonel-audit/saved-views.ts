import { readChoice, storeChoice } from '../../site/stored-choice.ts';
import { addressFrom, searchOf } from './audit-address.ts';

/** A name for an address of the trail. */
export interface SavedView {
  readonly name: string;
  /** What the address of the page says, and nothing else. */
  readonly search: string;
}

const MOST = 50;

/** Of one account, by name; what somebody else wrote into the storage is left out. */
export function viewsOf(account: string): readonly SavedView[] {
  return readAll()[account] ?? [];
}

/** Takes the place of the view with the same name. The oldest goes when there are too many. */
export function saveView(account: string, view: SavedView): void {
  const others = viewsOf(account).filter(({ name }) => name !== view.name);
  write(account, [...others, view].slice(-MOST));
}

export function deleteView(account: string, view: string): void {
  write(
    account,
    viewsOf(account).filter(({ name }) => name !== view),
  );
}

function write(account: string, views: readonly SavedView[]): void {
  storeChoice('audit.views', JSON.stringify({ ...readAll(), [account]: views }));
}

function readAll(): Readonly<Record<string, readonly SavedView[]>> {
  const stored = parsed(readChoice('audit.views') ?? '');
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).map(([account, views]) => [account, viewsIn(views)]));
}

function viewsIn(stored: unknown): readonly SavedView[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((each: unknown) => {
    const { name, search } = { name: null, search: null, ...(each as object | null) };
    return typeof name === 'string' && typeof search === 'string'
      ? [{ name, search: searchOf(addressFrom(search)) }]
      : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
