import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { keyOf } from '../http/keys/key-access.js';
import { Refusal } from '../http/refusal.js';
import { noteCommand } from '../http/request-figures.js';

const KEY = /^[A-Za-z0-9_-]{8,64}$/;

/**
 * The `Idempotency-Key` header of a request as a handler's argument; null when the client sends none.
 * @throws Refusal `request.invalid` for a key that is not 8 to 64 letters, digits, `-` or `_`.
 */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  noteCommand(request);
  return readIdempotencyKey(request.headers['idempotency-key']) ?? signedKey(request);
});

/** What a key has signed is one command, and the same one however often it arrives. */
function signedKey(request: FastifyRequest): string | null {
  const key = keyOf(request);
  return key && `signed-${key.digest}`;
}

export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined || header === '') return null;
  if (typeof header === 'string' && KEY.test(header)) return header;
  throw new Refusal('request.invalid', { field: 'Idempotency-Key' });
}
