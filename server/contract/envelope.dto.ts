import type { RefusalCode } from './errors.js';

/** The success form of every call but the K-line ones. */
export interface OkEnvelope<Payload> {
  type: 'ok';
  /** Never empty: old clients lose a payload that is falsy. */
  message: Payload;
}

/** The form of every refusal. */
export class ErrorEnvelope {
  /** `error`; `999` when there is no session, `998` when the user is not verified. */
  type: 'error' | '999' | '998';
  /** Words for the user, in the language of the request. Never empty. */
  message: string;
  /** Our own code of the refusal, stable, for programs. */
  code: RefusalCode;
  /** Only where it was our own failure: the number to quote to support. */
  request?: string;
}

/** The form of a refusal of the K-line calls, whose clients read no `type`. */
export class RowsErrorEnvelope {
  /** Always -1. */
  code: number;
  /** Words for the user, as in `message`. */
  msg: string;
  /** Always empty. */
  data: string[];
  type: 'error' | '999' | '998';
  message: string;
  /** Our own code of the refusal, stable, for programs. */
  reason: RefusalCode;
}

/** Wraps a payload in the success form. */
export function ok<Payload>(message: Payload): OkEnvelope<Payload> {
  return { type: 'ok', message };
}
