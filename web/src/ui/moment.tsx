/** A point in time in the reader's time zone, with UTC in the markup and the tooltip. */
export function Moment({ unixSeconds, text }: { unixSeconds: number; text: string }) {
  const utc = new Date(unixSeconds * 1000).toISOString();
  return (
    <time dateTime={utc} title={utc}>
      {text}
    </time>
  );
}
