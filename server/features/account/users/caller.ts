import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { deviceFromCookie } from './device-cookie.js';

/** From where somebody calls. */
export interface Caller {
  ip: string;
  userAgent: string;
  /** The device's cookie as it came; empty or missing without one. It proves nothing until it was looked at. */
  device?: string;
  /** Number of the request, as in the log. */
  request?: string;
}

const USER_AGENT_MAX = 300;

/** From where the request comes, as a handler's argument: the address behind the trusted proxies, and the device. */
export const RequestCaller = createParamDecorator((_nothing: unknown, context: ExecutionContext): Caller => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const userAgent = (request.headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, USER_AGENT_MAX);
  const device = deviceFromCookie(request.headers.cookie ?? '');
  return { ip: request.ip, userAgent, device, request: request.id };
});
