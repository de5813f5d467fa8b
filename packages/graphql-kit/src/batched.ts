import DataLoader from 'dataloader';

/**
 * Reads what many fields of one request ask for with one call: what is asked in the same moment together, the same thing
 * once. Nothing is kept from one request to the next, because a context belongs to one.
 */
export function batched<Context extends object, Value>(
  read: (keys: readonly string[], context: Context) => Promise<readonly Value[]>,
): (key: string, context: Context) => Promise<Value> {
  const loaders = new WeakMap<Context, DataLoader<string, Value>>();
  return (key, context) => {
    const loader = loaders.get(context) ?? new DataLoader<string, Value>((keys) => read(keys, context));
    loaders.set(context, loader);
    return loader.load(key);
  };
}
