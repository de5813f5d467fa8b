import { startGate } from '../features/reveal-secret/gate.ts';

/** Asks the gate at once, while the rest of the page is still loading. This never opens the secret. */
startGate();
void import('./secret-page.tsx');
