import { createHmac } from 'node:crypto';
import { z } from 'zod';

/** A command of a user that moves money, or anything else that must not happen twice. */
export type Command<Reply = void> = AskedCommand & ([Reply] extends [void] ? { reply?: undefined } : Answering<Reply>);

interface Answering<Reply> {
  /** What was replied has to be this when it is read back: a process of another version may have done the command. */
  reply: z.ZodType<Reply>;
}

export interface AskedCommand {
  userId: string;
  /** The call as the contract names it, `wallet/change`. */
  route: string;
  /** The client's `Idempotency-Key`; null for clients that send none. */
  key: string | null;
  /** What was asked for. Only a keyed digest of it is stored. */
  body: unknown;
  /**
   * Of a command that waits before it takes its key: until when an earlier try of it may still wait, Unix milliseconds. Before
   * that a repetition that is refused closes nothing: nobody may take back what they have sent by sending it again.
   */
  waitsUntil?: number | null;
}

/** The reply of a command that answers one text: the number of what it made, mostly. */
export const TEXT_REPLY = z.string();

/** What the stored functions want to know to take a command's key. */
export interface Claim {
  userId: string;
  route: string;
  key: string;
  waitsUntil?: number | null;
  /** Fingerprints of the body under the other keys that are known, while keys change. */
  others?: readonly Buffer[];
  /** The arguments of `idempotency_claim`, but for the reply, and of every stored function built around it. */
  given: {
    user: string;
    route: string;
    key: string;
    fingerprint: Buffer;
    at: Date;
    /** Null: the key is taken for good. */
    windowSeconds: number | null;
  };
}

/** A client without keys that sends the same again within so many seconds has pressed twice. */
export const DERIVED_WINDOW_SECONDS = 3;

/** The key of a command: the client's own, else one derived from user, route and body that is free again soon. */
export function claimOf(command: AskedCommand, secret: string, now: number): Claim {
  const { userId, route, body, waitsUntil = null } = command;
  const canonical = canonicalJson(body);
  const fingerprint = createHmac('sha256', `idempotency:${secret}`).update(canonical).digest();
  // A client's key can never be one that we derive, nor the reverse.
  const key = command.key === null ? `body:${fingerprint.toString('hex')}` : `key:${command.key}`;
  const window = command.key === null ? DERIVED_WINDOW_SECONDS : null;
  return {
    userId,
    route,
    key,
    waitsUntil,
    given: { user: userId, route, key, fingerprint, at: new Date(now), windowSeconds: window },
  };
}

/** JSON with the members of every object in one order, so that equal bodies have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  }) as string;
}
