import { callOutside, isOk } from '../outside/call-outside.js';
import type { Reach } from '../outside/reach.js';
import { type Message, SmsSender } from './messages.js';

const LIMIT_MS = 5000;
/** Nobody reads the answer; a provider says whether it took the message. */
const REPLY_BYTES_MAX = 1024 * 1024;

/**
 * Text messages through a provider's HTTP address: `POST { "to": "+…", "text": "…" }` with the token as bearer. Every
 * answer but 2xx counts as not sent. Redirects are not followed.
 */
export class HttpSmsSender extends SmsSender {
  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly reach: Reach = 'any',
  ) {
    super();
  }

  async send({ to, text }: Message): Promise<void> {
    const reply = await callOutside(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(this.token ? { authorization: `Bearer ${this.token}` } : {}) },
      body: JSON.stringify({ to, text }),
      limitMs: LIMIT_MS,
      bytesMax: REPLY_BYTES_MAX,
      reach: this.reach,
    });
    if (!isOk(reply)) throw new Error(`The text message was not accepted: status ${reply.status}`);
  }
}
