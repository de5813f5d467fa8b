import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { forgetGenerated, generatedValue } from '../../secrets/created-here.ts';

/** The generated value while the page that first shows it stays open. Leaving, in any way, forgets it. */
export function useGeneratedValue(metadataKey: string): string | null {
  const [value, setValue] = useState(() => generatedValue(metadataKey));
  useEffect(() => {
    const forget = () => {
      forgetGenerated(metadataKey);
      flushSync(() => setValue(null));
    };
    window.addEventListener('pagehide', forget);
    return () => {
      window.removeEventListener('pagehide', forget);
      forgetGenerated(metadataKey);
    };
  }, [metadataKey]);
  return value;
}
