// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../database/call-function.js';

declare module '../../database/call-function.js' {
  interface ValueFunctions {
    idempotency_close: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
      };
      answer: string;
    };
    idempotency_complete: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        reply: string | null;
      };
      answer: unknown;
    };
  }

  interface RowFunctions {
    idempotency_claim: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        reply: string | null;
      };
      answer: {
        claimed: boolean;
        reply: string;
      };
    };
  }
}
