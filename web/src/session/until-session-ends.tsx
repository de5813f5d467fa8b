import { type ComponentType, useEffect, useState } from 'react';
import { onSessionEnd } from './session-stores.ts';

/** A page that is empty from the moment its session ends, however long the sign-in page takes to arrive. */
export function untilSessionEnds(Page: ComponentType): ComponentType {
  return function PageOfSession() {
    const [isOver, setOver] = useState(false);
    useEffect(() => onSessionEnd(() => setOver(true)), []);
    return isOver ? null : <Page />;
  };
}
