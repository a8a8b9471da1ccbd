import { onSessionChange } from '../platform/session';

/** What is known of a code that was sent, for as long as the page lives: closing a form neither unsends nor renews it. */
interface SentCode {
  /** Where it went, as the user reads it. */
  to: string;
}

const sent = new Map<string, SentCode>();
const againAt = new Map<string, number>();

/** When another code may be asked for, server time; 0 when now. */
export function codeAgainAt(countdown: string): number {
  return againAt.get(countdown) ?? 0;
}

/** Where the code for this went; null when none was sent. */
export function codeSentTo(act: string): string | null {
  return sent.get(act)?.to ?? null;
}

export function rememberCode({
  countdown,
  act,
  to,
  at,
}: {
  countdown: string;
  act: string;
  to: string;
  at: number;
}): void {
  sent.set(act, { to });
  againAt.set(countdown, at);
}

/** The next user has had no code. */
onSessionChange(() => {
  sent.clear();
  againAt.clear();
});
