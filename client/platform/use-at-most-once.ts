import { useRef, useState } from 'react';
import { CallFailed } from './api';
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

/** Whether nobody knows what became of a command: it may have been done although no answer came. */
export function isOutcomeUnknown(error: unknown): error is CallFailed {
  if (!(error instanceof CallFailed)) return false;
  return error.kind === 'unreachable' || error.kind === 'timeout' || error.code === 'request.outcome-unknown';
}

/**
 * A command that the server carries out at most once, however often it is sent: its key stays until the server has
 * decided. Every command that moves money goes through this.
 */
export function useAtMostOnce<Content = undefined>(): AtMostOnce<Content> {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const open = useRef<{ intent: string; content: Content; key: string } | null>(null);

  const run = async <Answer>({ intent, content, send }: Attempt<Content, Answer>): Promise<Answer | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    if (open.current?.intent !== intent) open.current = { intent, content, key: newIdempotencyKey() };
    try {
      const answer = await send(open.current.content, open.current.key);
      open.current = null;
      return answer;
    } catch (error) {
      // A fault of the page itself says nothing of the server either.
      if (error instanceof CallFailed && !isOutcomeUnknown(error)) open.current = null;
      throw error;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, run };
}
