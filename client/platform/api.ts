import type { RefusalCode } from '../../server/contract/errors';
import { observable } from './observable';
import { preferences } from './preferences';
import { loseSession, sessionToken, sessionUserId } from './session';
import { readStored, writeStored } from './stored';
import { newTraceparent } from './traceparent';

const BASE = '/api/';
const TIMEOUT_MS = 60_000;
/** A call that is answered sooner shows no indicator. */
const INDICATOR_AFTER_MS = 2000;
const MARK_KEY = 'language-mark';

export type Parameters = Record<string, string | number>;

/** Why a call gave nothing. `unreachable` and `timeout` have no words of the server's. */
export class CallFailed extends Error {
  constructor(
    readonly kind: 'refused' | 'session' | 'unverified' | 'unreachable' | 'timeout',
    message: string,
    /** Which refusal it was, where the server is ours; for finding the field that it is about. */
    readonly code: RefusalCode | null = null,
    /** Of a command that was sent again: that nothing was done under its key, and nothing will be by a try of before. */
    readonly isClosed = false,
  ) {
    super(message);
    this.name = 'CallFailed';
  }
}

/** Whether nobody knows what became of a command: it may have been done although no answer came. */
export function isOutcomeUnknown(error: unknown): error is CallFailed {
  if (!(error instanceof CallFailed)) return false;
  return error.kind === 'unreachable' || error.kind === 'timeout' || error.code === 'request.outcome-unknown';
}

/** Whether any call has been waiting for longer than two seconds. */
export const slowCalls = observable(0);

/** Whether a later try may well be answered: the server, or the way to it, is not there now. */
export function isPassing(error: unknown): boolean {
  if (isOutcomeUnknown(error)) return true;
  return error instanceof CallFailed && (error.code === 'request.unavailable' || error.code === 'request.too-many');
}

/**
 * Whether a failure ends a command, so that the same press is another one from here on. The first try is refused once and for
 * all. One that is sent again because nobody knows what became of another is ended only by a server that has closed its
 * key: a gateway that is busy, a session that is over or a market that has closed says nothing of what was done before.
 */
export function isLastWord(error: unknown, isRepeated: boolean): boolean {
  if (!(error instanceof CallFailed)) return false;
  return isRepeated ? error.isClosed : !isOutcomeUnknown(error);
}

const failures = new Set<(failure: CallFailed) => void>();

/** Hears every refusal that its caller did not ask to keep quiet. */
export function onCallFailed(listener: (failure: CallFailed) => void): () => void {
  failures.add(listener);
  return () => failures.delete(listener);
}

const closings = new Set<() => void>();

/** Hears that the user has closed the account: nothing but taking that back is possible. */
export function onAccountClosed(listener: () => void): () => void {
  closings.add(listener);
  return () => closings.delete(listener);
}

/** By key, commands that were sent and of which nobody knows what became; whether their user sent them again since. */
const unanswered = new Map<string, { isSentAgain: boolean }>();
const answers = new Set<() => void>();

/** Whether a command was sent and nobody knows what became of it. */
export function isUnanswered(key: string): boolean {
  return unanswered.has(key);
}

/** Commands whose answer is awaited. */
let awaited = 0;

/** Whether a command is on its way, or one was sent of which nobody knows what became: the page has its key. */
export function hasOpenCommands(): boolean {
  return awaited > 0 || unanswered.size > 0;
}

/**
 * Hears when a command that its user sent again succeeds: the success is that of both attempts together, and the page
 * must not leave the user to believe that each of them was carried out.
 */
export function onAttemptsCarriedOutOnce(listener: () => void): () => void {
  answers.add(listener);
  return () => answers.delete(listener);
}

/**
 * Reads the three envelopes of the wire: `{type:"ok", message}`, `{type:"ok", message:"success", data}` and
 * `{code:1, data}`, whose refusals are `{code:-1, msg, reason}`. Type 999 is a dead session, 998 a user that is not verified; anything else is refused with the
 * server's words, or "ERROR" where it gave none.
 */
export function readEnvelope(body: unknown): unknown {
  const envelope = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const { type, code, message, msg, data, reason } = envelope;
  if (type === 'ok' || code === 1) {
    const saysOnlySuccess = typeof message === 'string' && /^(ok|success)$/i.test(message);
    return message === undefined || (saysOnlySuccess && data !== undefined) ? data : message;
  }
  const words = [message, msg].find((text): text is string => typeof text === 'string' && text !== '') ?? 'ERROR';
  const named = code === -1 ? reason : code;
  const refusal = typeof named === 'string' ? (named as RefusalCode) : null;
  if (String(type) === '999') throw new CallFailed('session', words, refusal);
  if (String(type) === '998') throw new CallFailed('unverified', words, refusal);
  throw new CallFailed('refused', words, refusal);
}

export function rememberLanguageMark(mark: string): void {
  writeStored(MARK_KEY, mark);
}

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The caller shows the failure in place, so nobody else is told. */
  quiet?: boolean;
  /** Sent twice with the same key, a command takes effect once. */
  idempotencyKey?: string;
  /** The page asks again by itself what became of the command; its user has pressed once. */
  isAutomatic?: boolean;
  /** The payload stands beside the word of the reply, under this name; null where the reply has none. */
  beside?: string;
}

export function get<Answer>(path: string, parameters: Parameters = {}, options: CallOptions = {}): Promise<Answer> {
  const query = encode(parameters).toString();
  return call<Answer>(query === '' ? path : `${path}?${query}`, { method: 'GET' }, options);
}

export function post<Answer>(path: string, parameters: Parameters = {}, options: CallOptions = {}): Promise<Answer> {
  return call<Answer>(path, { method: 'POST', body: encode(parameters) }, options);
}

export function put<Answer>(path: string, parameters: Parameters = {}, options: CallOptions = {}): Promise<Answer> {
  return call<Answer>(path, { method: 'PUT', body: encode(parameters) }, options);
}

function encode(parameters: Parameters): URLSearchParams {
  return new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
}

/** Whether a reply says that nothing comes of a command any more. */
export function saysClosed(reply: Response): boolean {
  return reply.headers.get('idempotency-closed') === '1';
}

/**
 * Whether a proxy between page and gateway answered because the gateway gave it no whole answer. The gateway may have carried
 * the command out before, whatever the proxy's words are; gateways themselves answer neither status.
 */
export function isProxysWord({ status }: Pick<Response, 'status'>): boolean {
  return status === 502 || status === 504;
}

/** The payload of a reply. @throws CallFailed of a refusal, which says whether it is the last word. */
export function readReply({ body, isClosed }: Reply): unknown {
  try {
    return readEnvelope(body);
  } catch (error) {
    if (!isClosed || !(error instanceof CallFailed)) throw error;
    throw new CallFailed(error.kind, error.message, error.code, true);
  }
}

/** What stands beside the word of a reply that is no refusal. */
function besideWord(body: unknown, name: string): unknown {
  return (body as Record<string, unknown>)[name] ?? null;
}

async function call<Answer>(path: string, request: RequestInit, options: CallOptions): Promise<Answer> {
  const stopIndicator = startIndicator();
  const session = callingSession();
  try {
    const answer = await attempt(options, async () => {
      const reply = await send(path, request, options);
      const message = readReply(reply);
      return (options.beside === undefined ? message : besideWord(reply.body, options.beside)) as Answer;
    });
    if (session.isOthers()) throw new CallFailed('session', '');
    return answer;
  } catch (error) {
    if (error instanceof CallFailed && !session.isOver()) report(error, options.quiet === true);
    throw error;
  } finally {
    stopIndicator();
  }
}

/** Whose call it is that begins now: its reply may come when somebody else is logged in, whom it neither logs out nor tells anything. */
export function callingSession(): { isOver: () => boolean; isOthers: () => boolean } {
  const [token, user] = [sessionToken(), sessionUserId()];
  const isOthers = () => user !== null && sessionUserId() !== user;
  return { isOthers, isOver: () => isOthers() || sessionToken() !== token };
}

/**
 * Sends a command and notes by its key what is known of it afterwards; tells when the success is also that of an earlier
 * attempt of the user's. What is sent without a key is only sent.
 */
export async function attempt<Answer>(
  { idempotencyKey: key, isAutomatic = false }: Pick<CallOptions, 'idempotencyKey' | 'isAutomatic'>,
  send: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return send();
  const before = unanswered.get(key);
  if (before && !isAutomatic) before.isSentAgain = true;
  awaited += 1;
  try {
    const answer = await send();
    if (unanswered.get(key)?.isSentAgain) for (const listener of answers) listener();
    unanswered.delete(key);
    return answer;
  } catch (error) {
    if (isOutcomeUnknown(error)) unanswered.set(key, before ?? { isSentAgain: false });
    // A fault of the page itself says nothing of the server.
    else if (isLastWord(error, before !== undefined)) unanswered.delete(key);
    throw error;
  } finally {
    awaited -= 1;
  }
}

interface Reply {
  body: unknown;
  isClosed: boolean;
}

/** The key of a command, and whether it is sent again for want of an answer. */
export function commandHeaders(key: string): Record<string, string> {
  return { 'idempotency-key': key, ...(unanswered.has(key) && { 'idempotency-repeated': '1' }) };
}

async function send(path: string, request: RequestInit, options: CallOptions): Promise<Reply> {
  const { signal, idempotencyKey } = options;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const reply = await fetch(BASE + path, {
      ...request,
      headers: { ...callHeaders(), ...(idempotencyKey === undefined ? {} : commandHeaders(idempotencyKey)) },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (isProxysWord(reply)) throw new CallFailed('unreachable', '');
    return { body: await reply.json(), isClosed: saysClosed(reply) };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw timeout.aborted ? new CallFailed('timeout', '') : new CallFailed('unreachable', '');
  }
}

/** Who calls, in which language the answer is wanted, and by which id the call is found in logs and traces. */
export function callHeaders(): Record<string, string> {
  return {
    authorization: sessionToken(),
    // Before the server has given a mark it takes the language's own code.
    'language-mark': readStored(MARK_KEY) ?? preferences().language,
    traceparent: newTraceparent(),
  };
}

function report(failure: CallFailed, quiet: boolean): void {
  if (failure.kind === 'session') loseSession(failure.message);
  else if (failure.code === 'account.erasure-waits') for (const listener of closings) listener();
  else if (!quiet) for (const listener of failures) listener(failure);
}

function startIndicator(): () => void {
  let shown = false;
  const timer = setTimeout(() => {
    shown = true;
    slowCalls.set(slowCalls.get() + 1);
  }, INDICATOR_AFTER_MS);
  return () => {
    clearTimeout(timer);
    if (shown) slowCalls.set(slowCalls.get() - 1);
  };
}
