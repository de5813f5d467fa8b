/** Where a page of a list ends: an instant in milliseconds since 1970, and the row among those of that instant. */
export interface PagePosition {
  readonly at: number;
  readonly id: string;
}
