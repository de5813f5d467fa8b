export interface Place {
  readonly temporary: string;
  readonly cache: string;
  readonly freeOf?: (place: string) => number;
  readonly memory?: number;
  readonly processes?: number;
}

export function tooSmall(place: Place): string | undefined;
export function pieceDirectory(base: string): string;
export function endLeftovers(directory: string): readonly string[];
