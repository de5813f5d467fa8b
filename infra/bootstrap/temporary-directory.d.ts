export function memoryDirectory(place?: string, leastFree?: number): string | undefined;
