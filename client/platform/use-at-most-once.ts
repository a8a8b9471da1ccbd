import { useRef, useState } from 'react';
import { isLastWord, isOutcomeUnknown } from './api';
import { newIdempotencyKey } from './idempotency-key';
import { sessionUserId } from './session';

/** What the user decided, and how it is sent. */
export interface Attempt<Content, Answer> {
  /**
   * Names the decision. As long as nobody knows what became of it, the same intent is sent again with the content and the
   * key of its first attempt; another intent is another command.
   */
  intent: string;
  content: Content;
  /**
   * What the command gives a value, where that is all it does: to do it twice does no harm. A later command about the same ends
   * what is open of it, in whichever form: with its old key it would be answered as done, though another value stands. Left out
   * for a command that does more each time, as an order does.
   */
  sets?: string | undefined;
  send: (content: Content, idempotencyKey: string) => Promise<Answer>;
}

export interface AtMostOnce<Content> {
  busy: boolean;
  /**
   * Sends the command. Throws what `send` throws. Answers undefined without sending while an attempt is under way, so
   * that a second press of a button is nothing.
   */
  run: <Answer>(attempt: Attempt<Content, Answer>) => Promise<Answer | undefined>;
  /** What would be sent for the intent, because nobody knows yet what became of its first attempt; null: nothing is open. */
  held: (intent: string) => Content | null;
}

interface Open {
  content: unknown;
  key: string;
  sets: string | undefined;
  /** Whether a try of it had no answer: from then on only the server's last word ends it. */
  isUnknown: boolean;
}

/** Open intents of forms that come and go while the page stays: by user and form. */
const ofForms = new Map<string, Map<string, Open>>();

/** By what a command sets, the key of the latest one about it that was sent. */
const latestOf = new Map<string, string>();

function isOvertaken({ sets, key }: Open): boolean {
  return sets !== undefined && latestOf.get(sets) !== key;
}

function openOf(form: string): Map<string, Open> {
  const whose = `${sessionUserId() ?? ''} ${form}`;
  const known = ofForms.get(whose) ?? new Map<string, Open>();
  ofForms.set(whose, known);
  return known;
}

/**
 * A command that the server carries out at most once, however often it is sent: its key stays until the server has
 * decided. Every command of a user that moves money goes through this.
 *
 * After an unknown outcome the page cannot tell "send it again" from "do it a second time": both are the same press of
 * the same button. Sending the earlier command again is the safe reading of the two. Taking what the page has read
 * meanwhile for an answer would not be: a balance or a position can change for other reasons, and a command that is
 * still on its way is not in it yet. So only the server's answer under the key ends an intent: the success, or a refusal
 * that has closed the key. Until then, and until another value was set (`sets`), each of several open intents keeps its own key. The success that ends it is announced as that of all attempts together
 * (`onAttemptsCarriedOutOnce`), so that who did want a second one knows that it was not done; the next press is a new
 * command.
 *
 * @param form names a form whose typed values outlive it (a draft, another part of the page): then its open intents do, too. One
 * name goes with one kind of content.
 */
export function useAtMostOnce<Content = undefined>(form?: string): AtMostOnce<Content> {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const own = useRef(new Map<string, Open>());
  const intents = () => (form === undefined ? own.current : openOf(form));

  const run = async <Answer>({
    intent,
    content,
    sets,
    send,
  }: Attempt<Content, Answer>): Promise<Answer | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    // Its user's, whoever is logged in when the answer comes.
    const open = intents();
    const before = open.get(intent);
    const attempt =
      before && !isOvertaken(before) ? before : { content, key: newIdempotencyKey(), sets, isUnknown: false };
    open.set(intent, attempt);
    if (sets !== undefined) latestOf.set(sets, attempt.key);
    try {
      const answer = await send(attempt.content as Content, attempt.key);
      open.delete(intent);
      return answer;
    } catch (error) {
      // A fault of the page itself says nothing of the server either.
      if (isLastWord(error, attempt.isUnknown)) open.delete(intent);
      else if (isOutcomeUnknown(error)) attempt.isUnknown = true;
      throw error;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  const held = (intent: string) => {
    const open = intents().get(intent);
    return open && !isOvertaken(open) ? (open.content as Content) : null;
  };
  return { busy, run, held };
}
