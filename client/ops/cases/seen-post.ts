import { CallFailed } from '../../platform/api';
import { deskPost } from '../frame/desk-call';

/** Sends an act on a case. */
export type CasePost = <Answer>(path: string, body?: object) => Promise<Answer>;

/** After these the screen shows what is no more. */
const ANOTHER: readonly (string | null)[] = ['verification.case-changed', 'verification.case-decided'];

/**
 * Says with each act which version of the case is on the screen, and reads the case anew where it has become another since. What
 * stood in the way is said as ever, and what was typed stays.
 */
export function seenPost(version: number, reread: () => void): CasePost {
  return async <Answer>(path: string, body: object = {}) => {
    try {
      return await deskPost<Answer>(path, { ...body, version });
    } catch (error) {
      if (error instanceof CallFailed && ANOTHER.includes(error.code)) reread();
      throw error;
    }
  };
}
