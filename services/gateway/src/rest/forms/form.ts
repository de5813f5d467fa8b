import { badPayload } from '../../http/api-error.ts';

/** What one form may be made of, however it is sent. No row has more than a dozen fields. Source: security 6.3. */
export const formLimits = {
  /** Fields, and items of lists. */
  fields: 100,
  /** Objects and lists within one another, the form itself included. */
  depth: 8,
} as const;

/**
 * Fields of one request, as texts. A repeated scalar keeps its last value; `name[]` collects a list; `name[member]`, or an
 * object in JSON, is a form within the form. One name can be sent in several of these ways at once.
 * Source: REST contract 1.1; dialects 2, 4.
 */
export class Form {
  readonly #texts = new Map<string, string>();
  readonly #lists = new Map<string, string[]>();
  /** Null: objects in a list, which no row reads. */
  readonly #objects = new Map<string, Form | null>();

  /**
   * Adds one form field: `name[]` to the list of `name`, `name[member]` to the object `name`. Refuses what is deeper than
   * a form may be, which is as deep as `level` says already.
   */
  add(name: string, value: string, level = 1): void {
    if (!name.endsWith(']')) {
      this.#texts.set(name, value);
      return;
    }
    const bracket = name.indexOf('[');
    if (bracket < 1) return;
    const bare = name.slice(0, bracket);
    if (name.length === bracket + 2) {
      this.#push(bare, value);
      return;
    }
    if (level === formLimits.depth) throw badPayload();
    const end = name.indexOf(']', bracket);
    const member = name.slice(bracket + 1, end);
    if (member === '') this.#addUnreadable(bare);
    else this.#within(bare).add(member + name.slice(end + 1), value, level + 1);
  }

  /** Adds one member of a JSON object: numbers and booleans count as their text, null as absent. */
  addJson(name: string, value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.#addJsonItem(name, item);
    else if (typeof value === 'object' && value !== null) this.#within(name).addMembers(value);
    else if (value !== null) this.add(name, String(value));
  }

  /** Adds the members of a JSON object, which is no deeper than a form may be. */
  addMembers(object: object): void {
    for (const [name, value] of Object.entries(object)) this.addJson(name, value);
  }

  /** The last text of a field, even if it was sent as a list. */
  text(name: string): string | undefined {
    return this.#texts.get(name) ?? this.#lists.get(name)?.at(-1);
  }

  /** All texts of a field, whether it was sent as a list, as a scalar or both. */
  list(name: string): string[] {
    const items = this.#lists.get(name) ?? [];
    const single = this.#texts.get(name);
    return single === undefined ? items : [...items, single];
  }

  /** Whether an object, or a list with an object in it, was sent in place of a text. */
  isObject(name: string): boolean {
    return this.#objects.has(name);
  }

  /** The members of an object; undefined if none was sent, or a list of them. */
  object(name: string): Form | undefined {
    return this.#objects.get(name) ?? undefined;
  }

  /** Replaces fields by those of a form that takes precedence. Of an object that both have it replaces the members. */
  override(stronger: Form): this {
    for (const name of stronger.#names()) {
      const mine = this.#objects.get(name);
      this.#remove(name);
      const text = stronger.#texts.get(name);
      if (text !== undefined) this.#texts.set(name, text);
      const items = stronger.#lists.get(name);
      if (items !== undefined) this.#lists.set(name, items);
      const object = stronger.#objects.get(name);
      if (object !== undefined) this.#objects.set(name, object === null ? null : (mine?.override(object) ?? object));
    }
    return this;
  }

  /** Takes a field away, in every way that it was sent. */
  without(name: string): this {
    this.#remove(name);
    return this;
  }

  #names(): Set<string> {
    return new Set([...this.#texts.keys(), ...this.#lists.keys(), ...this.#objects.keys()]);
  }

  #remove(name: string): void {
    this.#texts.delete(name);
    this.#lists.delete(name);
    this.#objects.delete(name);
  }

  #addJsonItem(name: string, item: unknown): void {
    if (typeof item === 'object' && item !== null) this.#addUnreadable(name);
    else if (item !== null) this.#push(name, String(item));
  }

  #addUnreadable(name: string): void {
    this.#objects.set(name, null);
  }

  /** The form of an object, to be added to. One that is unreadable stays so. */
  #within(name: string): Form {
    const known = this.#objects.get(name);
    if (known !== undefined && known !== null) return known;
    const object = new Form();
    if (known === undefined) this.#objects.set(name, object);
    return object;
  }

  #push(name: string, value: string): void {
    const items = this.#lists.get(name);
    if (items === undefined) this.#lists.set(name, [value]);
    else items.push(value);
  }
}
