import { sessionCookies as cookiesOf } from '../../../platform/http/session-cookie.js';
import { SESSION_LIFE_MS } from './session-token.js';

/** The cookies beside the reply of a login, which live as long as its session may; of the empty token: at its end. */
export function sessionCookies(token: string, isSecure: boolean): string[] {
  return cookiesOf(token, SESSION_LIFE_MS, isSecure);
}
