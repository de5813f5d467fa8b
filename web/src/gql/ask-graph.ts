import { ApiError, isOffline } from '../lib/calls/api-error.ts';
import { noteAuthAnswer } from '../lib/calls/auth-signals.ts';
import { backgroundHeader } from '../lib/calls/background.ts';
import { formToken, markSessionSeen } from '../lib/calls/form-token.ts';
import { renewFormToken } from '../session/watch-form-token.ts';

export interface GraphQuestion {
  readonly query: string;
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const path = '/graphql';

/**
 * Runs one document and returns its data.
 *
 * Refuses  ApiError with the REST contract's code; a refused form token is replaced and the question asked once more
 * Source   web reference 1.2, 1.3
 */
export async function askGraph(question: GraphQuestion): Promise<Record<string, unknown>> {
  try {
    return await ask(question);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'csrf') throw error;
    markSessionSeen();
    await renewFormToken();
    return ask(question);
  }
}

async function ask(question: GraphQuestion): Promise<Record<string, unknown>> {
  const response = await send(question);
  const text = await response.text().catch(() => {
    throw new ApiError({ failure: 'no-response', url: path, status: response.status });
  });
  const body = parse(text, response);
  const [problem] = body.errors ?? [];
  if (problem !== undefined) throw refusal(problem, response);
  if (!body.data)
    throw new ApiError({ failure: response.ok ? 'format' : 'failed', url: path, status: response.status });
  return body.data;
}

async function send(question: GraphQuestion): Promise<Response> {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json', 'O-Shrimp': formToken() ?? '' };
  const wasOffline = isOffline();
  try {
    const init: RequestInit = { method: 'POST', credentials: 'same-origin', cache: 'no-store' };
    return await fetch(path, {
      ...init,
      headers: { ...headers, ...backgroundHeader() },
      body: JSON.stringify(question),
    });
  } catch {
    throw new ApiError({ failure: 'no-response', url: path, wasOffline });
  }
}

interface GraphProblem {
  readonly message?: string;
  readonly extensions?: { readonly code?: string; readonly retryAfterSeconds?: number };
}
interface GraphAnswer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly GraphProblem[];
}

function parse(text: string, response: Response): GraphAnswer {
  try {
    return JSON.parse(text) as GraphAnswer;
  } catch {
    throw new ApiError({ failure: response.ok ? 'incomplete' : 'refresh', url: path, status: response.status });
  }
}

function refusal({ message, extensions }: GraphProblem, response: Response): ApiError {
  const code = extensions?.code?.toLowerCase() ?? null;
  noteAuthAnswer(response.status, code);
  const header = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const seconds = extensions?.retryAfterSeconds ?? header;
  return new ApiError({
    failure: message === undefined ? 'failed' : 'refused',
    url: path,
    status: response.status,
    code: code === 'internal' ? 'unexpected' : code,
    serverMessage: message ?? null,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  });
}
