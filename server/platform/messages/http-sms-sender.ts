import { type Message, SmsSender } from './messages.js';

const LIMIT_MS = 5000;

/**
 * Text messages through a provider's HTTP address: `POST { "to": "+…", "text": "…" }` with the token as bearer. Every
 * answer but 2xx counts as not sent. Redirects are not followed.
 */
export class HttpSmsSender extends SmsSender {
  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {
    super();
  }

  async send({ to, text }: Message): Promise<void> {
    const reply = await fetch(this.url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...(this.token ? { authorization: `Bearer ${this.token}` } : {}) },
      body: JSON.stringify({ to, text }),
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    await reply.body?.cancel();
    if (!reply.ok) throw new Error(`The text message was not accepted: status ${reply.status}`);
  }
}
