/** A point in time: by the reader's clock, with UTC for the machine and in the tooltip. */
export function Moment({ unixSeconds, text }: { unixSeconds: number; text: string }) {
  const utc = new Date(unixSeconds * 1000).toISOString();
  return (
    <time dateTime={utc} title={utc}>
      {text}
    </time>
  );
}
