import 'react-dom/client';
import { nextTask } from '../lib/next-task.ts';

// The code runs in two tasks, React's before the page's own: in one long task no key or tap is heard.
void nextTask().then(() => import('./app-page.tsx'));
