import { useRef, useState } from 'react';
import { CallFailed, isOutcomeUnknown } from './api';
import { newIdempotencyKey } from './idempotency-key';

/** What the user decided, and how it is sent. */
export interface Attempt<Content, Answer> {
  /**
   * Names the decision. As long as nobody knows what became of it, the same intent is sent again with the content and the
   * key of its first attempt; another intent is another command.
   */
  intent: string;
  content: Content;
  send: (content: Content, idempotencyKey: string) => Promise<Answer>;
}

export interface AtMostOnce<Content> {
  busy: boolean;
  /**
   * Sends the command. Throws what `send` throws. Answers undefined without sending while an attempt is under way, so
   * that a second press of a button is nothing.
   */
  run: <Answer>(attempt: Attempt<Content, Answer>) => Promise<Answer | undefined>;
}

/**
 * A command that the server carries out at most once, however often it is sent: its key stays until the server has
 * decided. Every command of a user that moves money goes through this.
 *
 * After an unknown outcome the page cannot tell "send it again" from "do it a second time": both are the same press of
 * the same button. Sending the earlier command again is the safe reading of the two. Taking what the page has read
 * meanwhile for an answer would not be: a balance or a position can change for other reasons, and a command that is
 * still on its way is not in it yet. So only the server's answer under the key ends an intent, and until then each of
 * several open intents keeps its own key. The success that ends it is announced as that of all attempts together
 * (`onAttemptsCarriedOutOnce`), so that who did want a second one knows that it was not done; the next press is a new
 * command.
 */
export function useAtMostOnce<Content = undefined>(): AtMostOnce<Content> {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const open = useRef(new Map<string, { content: Content; key: string }>());

  const run = async <Answer>({ intent, content, send }: Attempt<Content, Answer>): Promise<Answer | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    const attempt = open.current.get(intent) ?? { content, key: newIdempotencyKey() };
    open.current.set(intent, attempt);
    try {
      const answer = await send(attempt.content, attempt.key);
      open.current.delete(intent);
      return answer;
    } catch (error) {
      // A fault of the page itself says nothing of the server either.
      if (error instanceof CallFailed && !isOutcomeUnknown(error)) open.current.delete(intent);
      throw error;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, run };
}
