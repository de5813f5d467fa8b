import { startGate } from '../features/reveal-secret/gate.ts';

/** Asks the gate at once, while the rest of the page is still on its way. Looking changes nothing. */
startGate();
void import('./secret-page.tsx');
