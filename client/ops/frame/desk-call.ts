import { attempt, CallFailed, commandHeaders, isProxysWord, readReply, saysClosed } from '../../platform/api';
import { type Downloaded, readFile } from '../../platform/download';
import { preferences } from '../../platform/preferences';
import { newTraceparent } from '../../platform/traceparent';
import { serverNow, setServerNow } from '../../platform/server-clock';
import { loseDesk } from './desk-session';

const BASE = '/ops/api/';
const TIMEOUT_MS = 60_000;
/** A long list is written while it is sent. */
const FILE_TIMEOUT_MS = 300_000;
/** The header `Date` counts whole seconds; less than that is no difference. */
const CLOCK_SLACK_MS = 2000;

export type Query = Readonly<Record<string, string | undefined>>;

/** Asks the desk. The session is the desk's own cookie, which no script can read. */
export async function deskGet<Answer>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Answer> {
  return read<Answer>(await send(withQuery(path, query), {}, signal));
}

function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  const text = new URLSearchParams(given).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** A list as a file to keep. Each is written down. */
export async function deskDownload(path: string, query: Query): Promise<Downloaded> {
  return readDownload(await send(withQuery(path, query), {}, undefined, FILE_TIMEOUT_MS));
}

/** The same for a file that takes something as it is asked for. */
export async function deskPostDownload(path: string, body: object): Promise<Downloaded> {
  const headers = { 'content-type': 'application/json' };
  const call = { method: 'POST', body: JSON.stringify(body), headers };
  return readDownload(await send(path, call, undefined, FILE_TIMEOUT_MS));
}

async function readDownload(reply: Response): Promise<Downloaded> {
  try {
    return await readFile(reply);
  } catch (error) {
    if (error instanceof CallFailed && error.kind === 'session') loseDesk();
    // The line broke, or the server broke off: a part is no file.
    throw error instanceof CallFailed ? error : new CallFailed('unreachable', '');
  }
}

/**
 * Tells the desk to do something; with a key, once however often it is sent: forms keep it until the outcome is known
 * (`useSubmission`), and a success after an attempt without an answer is announced as one for both.
 */
export async function deskPost<Answer>(path: string, body: object = {}, idempotencyKey?: string): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    ...(idempotencyKey === undefined ? {} : commandHeaders(idempotencyKey)),
  };
  return attempt(idempotencyKey === undefined ? {} : { idempotencyKey }, async () =>
    read<Answer>(await send(path, { method: 'POST', body: JSON.stringify(body), headers })),
  );
}

/** Hands a file in. */
export async function deskFile<Answer>(path: string, file: File): Promise<Answer> {
  const body = new FormData();
  body.append('file', file);
  return read<Answer>(await send(path, { method: 'POST', body }));
}

/** A picture. Each call is a look that is written down. */
export async function deskPhoto(path: string, signal?: AbortSignal): Promise<Blob> {
  const reply = await send(path, {}, signal);
  if (reply.headers.get('content-type')?.startsWith('image/')) return reply.blob();
  await read(reply);
  throw new CallFailed('unreachable', '');
}

async function send(
  path: string,
  request: RequestInit,
  signal?: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const reply = await fetch(BASE + path, {
      ...request,
      credentials: 'same-origin',
      headers: { ...request.headers, 'language-mark': preferences().language, traceparent: newTraceparent() },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (isProxysWord(reply)) throw new CallFailed('unreachable', '');
    followClock(reply);
    return reply;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw timeout.aborted ? new CallFailed('timeout', '') : new CallFailed('unreachable', '');
  }
}

async function read<Answer>(reply: Response): Promise<Answer> {
  const body: unknown = await reply.json().catch(() => {
    throw new CallFailed('unreachable', '');
  });
  try {
    return readReply({ body, isClosed: saysClosed(reply) }) as Answer;
  } catch (error) {
    if (error instanceof CallFailed && error.kind === 'session') loseDesk();
    throw error;
  }
}

/** Claims are counted down in the server's time, not in that of the computer in front of the operator. */
function followClock(reply: Response): void {
  const at = Date.parse(reply.headers.get('date') ?? '');
  if (Number.isFinite(at) && Math.abs(at - serverNow()) > CLOCK_SLACK_MS) setServerNow(at);
}
