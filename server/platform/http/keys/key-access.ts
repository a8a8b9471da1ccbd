import { SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { RefusalCode } from '../../../contract/errors.js';
import type { Book } from '../../../contract/books.js';
import type { ApiKeyScope } from '../../../contract/rules/api-keys.rules.js';

/** What rows there are whose book is asked for before a key's request is let through. */
export type BookedRow = 'spot-order' | 'spot-stop' | 'option-order' | 'position';

/** What a route declares about requests that are signed by a key. Nothing declared: no key opens it. */
export interface KeyAccess {
  scope: ApiKeyScope;
  /** How it is known which money the call is about: by its field `account_type`, or by the row that its field `id` names. */
  money: 'account_type' | { row: BookedRow };
}

export const KEY_ACCESS = Symbol('key-access');

/**
 * Requests that are signed by an API key of the scope are let through as those of its user. For single methods of `@SignedIn()` routes
 * alone: whatever is added to a controller is closed to keys until somebody has said otherwise.
 */
export function ForKeys(scope: ApiKeyScope, money: KeyAccess['money'] = 'account_type'): MethodDecorator {
  return SetMetadata<symbol, KeyAccess>(KEY_ACCESS, { scope, money });
}

/** What was signed, and by which key, as somebody claims. */
export interface SignedClaim {
  key: string;
  signature: string;
  /** The text that is claimed to be signed. */
  text: string;
  /** Unix milliseconds. */
  timestamp: number;
  windowMs: number;
}

/** A key whose signature was right, and that may be used now from where it was used. */
export interface ProvenKey {
  /** Row number. */
  id: string;
  userId: string;
  scopes: readonly ApiKeyScope[];
  book: Book;
  expiresAt: Date | null;
}

/** From where somebody calls. */
export interface CallPlace {
  ip: string;
  userAgent: string;
  request: string;
}

/** What became of a claim; of a refused one whose key it was, where there is one and its secret was used. */
export type KeyVerdict = { key: ProvenKey } | { refused: RefusalCode; userId: string | null };

/** Judges what keys have signed. Implemented by the API keys. */
export abstract class KeyReader {
  /**
   * Uses the signature up. What is said before the signature was found right is said of keys that do not exist as well.
   */
  abstract read(claim: SignedClaim, place: CallPlace): Promise<KeyVerdict>;

  /** Writes down that something signed was refused. */
  abstract noteRefused(refused: {
    code: RefusalCode;
    key: string;
    userId: string | null;
    place: CallPlace;
  }): Promise<void>;
}

/** The name of a key's session: no number of a session is one. */
const SESSION_OF_KEY = /^key:([1-9][0-9]{0,17})$/;

export function sessionOfKey(id: string): string {
  return `key:${id}`;
}

/** The row number of the key whose session it is; null: it is none of a key. */
export function keyOfSession(sessionId: string): string | null {
  return SESSION_OF_KEY.exec(sessionId)?.[1] ?? null;
}

export interface KeyOfRequest {
  id: string;
  userId: string;
  /** Names the text that was signed: of no other request. */
  digest: string;
}

/** Kept beside the requests and not on them: nothing that a client sends can ever be read as a key. */
const keys = new WeakMap<FastifyRequest['raw'], KeyOfRequest>();

/** For the guard only. */
export function rememberKey(request: FastifyRequest, key: KeyOfRequest): void {
  keys.set(request.raw, key);
}

/** The key that the request was signed by; null: by none. */
export function keyOf(request: Pick<FastifyRequest, 'raw'>): KeyOfRequest | null {
  return keys.get(request.raw) ?? null;
}
