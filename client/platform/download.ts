import { callingSession, CallFailed, callHeaders, type Parameters, readEnvelope, isProxysWord } from './api';
import { loseSession } from './session';

const BASE = '/api/';
/** A file of a year is made while it is sent. */
const TIMEOUT_MS = 300_000;
const NAME = /filename="([\w.-]{1,120})"/;

export interface Downloaded {
  name: string;
  content: Blob;
}

/** The file that a reply brings. @throws CallFailed what was refused, or that no file came. */
export async function readFile(reply: Response): Promise<Downloaded> {
  if (isProxysWord(reply)) throw new CallFailed('unreachable', '');
  if (reply.headers.get('content-type')?.includes('json')) readEnvelope(await reply.json());
  const name = NAME.exec(reply.headers.get('content-disposition') ?? '')?.[1];
  if (!reply.ok || name === undefined) throw new CallFailed('unreachable', '');
  return { name, content: await reply.blob() };
}

/**
 * Fetches a file with the user's session; a refusal is thrown as those of other calls are. Posted, no parameter of it, such as
 * a password, stands in an address.
 */
export async function download(path: string, parameters: Parameters, { isPosted = false } = {}): Promise<Downloaded> {
  const fields = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  const address = isPosted ? path : `${path}?${fields.toString()}`;
  const request: RequestInit = isPosted ? { method: 'POST', body: fields } : {};
  const session = callingSession();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const reply = await fetch(`${BASE}${address}`, { ...request, headers: callHeaders(), signal: timeout });
    return await readFile(reply);
  } catch (error) {
    if (error instanceof CallFailed) {
      if (error.kind === 'session' && !session.isOver()) loseSession(error.message);
      throw error;
    }
    throw timeout.aborted ? new CallFailed('timeout', '') : new CallFailed('unreachable', '');
  }
}
