/** What one form may be made of, however it is sent. No row has more than a dozen fields. Source: security 6.3. */
export const formLimits = {
  /** Fields, and items of lists. */
  fields: 100,
  /** Objects and lists within one another, the form itself included. */
  depth: 8,
} as const;

/**
 * Fields of one request, as texts. A repeated scalar keeps its last value; `name[]` collects a list.
 * Source: REST contract 1.1.
 */
export class Form {
  readonly #texts = new Map<string, string>();
  readonly #lists = new Map<string, string[]>();
  readonly #objects = new Set<string>();

  /** Adds one form field; `name[]` goes to the list of `name`, `name[key]` makes `name` an object. */
  add(name: string, value: string): void {
    if (!name.endsWith(']')) {
      this.#texts.set(name, value);
      return;
    }
    const bracket = name.indexOf('[');
    if (bracket < 1) return;
    const bare = name.slice(0, bracket);
    if (name.length === bracket + 2) this.#push(bare, value);
    else this.#objects.add(bare);
  }

  /** Adds one member of a JSON object: numbers and booleans count as their text, null as absent. */
  addJson(name: string, value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.#addJsonItem(name, item);
    else if (typeof value === 'object' && value !== null) this.#objects.add(name);
    else if (value !== null) this.add(name, String(value));
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

  /** Whether an object was sent in place of a text. */
  isObject(name: string): boolean {
    return this.#objects.has(name);
  }

  /** Replaces fields by those of a form that takes precedence. */
  override(stronger: Form): this {
    for (const [name, value] of stronger.#texts) {
      this.#lists.delete(name);
      this.#texts.set(name, value);
    }
    for (const [name, items] of stronger.#lists) {
      if (!stronger.#texts.has(name)) this.#texts.delete(name);
      this.#lists.set(name, items);
    }
    for (const name of stronger.#objects) this.#objects.add(name);
    return this;
  }

  #addJsonItem(name: string, item: unknown): void {
    if (typeof item === 'object' && item !== null) this.#objects.add(name);
    else if (item !== null) this.#push(name, String(item));
  }

  #push(name: string, value: string): void {
    const items = this.#lists.get(name);
    if (items === undefined) this.#lists.set(name, [value]);
    else items.push(value);
  }
}
