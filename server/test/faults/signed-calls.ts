import { type OwnKey, signedHeaders } from '../factories/api-keys.js';
import { type Answer, send, type Sent, sleep } from './calls.js';

/** A command of a user's own program. */
export interface SignedCommand {
  /** With its prefix: `api/coin/trade`. */
  path: string;
  fields: Record<string, string>;
  verb?: string;
  /** Its idempotency key; without one the text that is signed is the key. */
  key?: string;
}

const FORM = 'application/x-www-form-urlencoded';
/** So long a signature counts: a busy machine may be late. */
const WINDOW_MS = '60000';
const STALE_ROUNDS = 100;
const STALE_PAUSE_MS = 200;

/** What is sent of it, signed for this instant (Unix milliseconds). */
export function signedBy(own: OwnKey, { path, fields, verb = 'POST', key }: SignedCommand, at = Date.now()): Sent {
  const body = new URLSearchParams(fields).toString();
  const call = { verb, path: `/${path}`, body, type: FORM, at, window: WINDOW_MS };
  return {
    token: '',
    verb,
    fields,
    headers: signedHeaders(own, { ...call, ...(key === undefined ? {} : { idempotencyKey: key }) }),
  };
}

/** Sends it, signed anew at each try, until there is a price that is up to date. */
export async function sendSigned(url: string, own: OwnKey, command: SignedCommand): Promise<Answer> {
  for (let round = 0; ; round += 1) {
    const answer = await send(url, command.path, signedBy(own, command));
    if (answer?.code !== 'market.stale' || round === STALE_ROUNDS) return answer;
    await sleep(STALE_PAUSE_MS);
  }
}
