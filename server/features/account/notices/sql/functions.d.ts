// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    notice_event: {
      given: {
        notice: string | number | null;
        kind: string | null;
        parameters: string | null;
      };
      answer: unknown;
    };
    security_incident_note: {
      given: {
        user: string | number | null;
        kind: string | null;
        about: string | null;
        ip: string | null;
        device: string | null;
        request: string | null;
        at: Date | null;
        hourly: number | null;
        daily: number | null;
      };
      answer: boolean;
    };
    security_incidents_enough: {
      given: {
        user: string | number | null;
        kind: string | null;
        at: Date | null;
        hourly: number | null;
        daily: number | null;
      };
      answer: boolean;
    };
  }
}
