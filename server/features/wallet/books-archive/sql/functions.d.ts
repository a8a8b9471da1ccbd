// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    books_archive_add: {
      given: {
        id: string | number | null;
        lastSeal: string | number | null;
        journals: string | number | null;
        bytes: string | number | null;
        hash: Buffer | null;
        at: Date | null;
      };
      answer: boolean;
    };
  }
}
