import type { FastifyReply } from 'fastify';
import { mayBeOwnPage, sessionCookies } from '../../../platform/http/session-cookie.js';
import { deviceCookie } from './device-cookie.js';

/**
 * What a login's reply leaves in the browser beside its token. Another site's page that logs a visitor in to an account of its own
 * leaves nothing: the next upload of the visitor's would go there.
 */
export function setLoginCookies(
  reply: FastifyReply,
  { token, device }: { token: string; device: string },
  isSecure: boolean,
): void {
  if (!mayBeOwnPage(reply.request, isSecure)) return;
  void reply.header('set-cookie', [...sessionCookies(token, isSecure), deviceCookie(device, isSecure)]);
}
