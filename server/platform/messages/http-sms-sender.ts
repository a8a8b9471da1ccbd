import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { RefusedByDependency } from '../health/breaker.js';
import { callOutside, isOk } from '../outside/call-outside.js';
import type { Reach } from '../outside/reach.js';
import { type Message, SmsSender } from './messages.js';

const { sms } = DEPENDENCY_LIMITS;
/** Answers that are about this one message, not about the provider or our account there. */
const ABOUT_THE_MESSAGE = [400, 413, 422];

/**
 * Text messages through a provider's HTTP address: `POST { "to": "+…", "text": "…", "id": "…" }` with the token as bearer. Every
 * answer but 2xx counts as not sent. Redirects are not followed. The number of the message stands in the header `Idempotency-Key`,
 * too: a provider that knows it sends what it has taken before no second time.
 */
export class HttpSmsSender extends SmsSender {
  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly reach: Reach = 'any',
    private readonly replyMs: number = sms.replyMs,
  ) {
    super();
  }

  async send({ to, text }: Message, key: string): Promise<void> {
    const reply = await callOutside(this.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      },
      body: JSON.stringify({ to, text, id: key }),
      limitMs: this.replyMs,
      bytesMax: sms.replyBytes,
      reach: this.reach,
    });
    if (isOk(reply)) return;
    const said = `The text message was not accepted: status ${reply.status}`;
    throw ABOUT_THE_MESSAGE.includes(reply.status) ? new RefusedByDependency(said) : new Error(said);
  }
}
