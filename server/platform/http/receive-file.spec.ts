import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { receiveFile } from './receive-file.js';

const LIMIT_MS = 30_000;

/** A form that has begun and goes on for ever, by so many bytes a second. */
function receiving(bytesPerSecond: number): { outcome: Promise<unknown>; closed: string[] } {
  const raw = Object.assign(new EventEmitter(), { unpipe: () => undefined, pause: () => undefined });
  const timer = setInterval(() => raw.emit('data', Buffer.alloc(bytesPerSecond)), 1000);
  async function* parts() {
    await new Promise(() => undefined);
    yield { type: 'field' };
  }
  const request = { headers: {}, raw, isMultipart: () => true, parts };
  const closed: string[] = [];
  const reply = { header: (name: string, value: string) => closed.push(`${name}: ${value}`) };
  const received = receiveFile(request as unknown as FastifyRequest, reply as unknown as FastifyReply, LIMIT_MS);
  const outcome = received.catch((error: { code: string }) => error.code).finally(() => clearInterval(timer));
  return { outcome, closed };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

it.each([
  ['by a drop', 10, 5000],
  ['below 2 KiB a second', 2047, 5000],
  ['above it', 2600, LIMIT_MS],
])('a form that comes %s is given up in its time', async (_how, bytesPerSecond, within) => {
  const { outcome, closed } = receiving(bytesPerSecond);
  await jest.advanceTimersByTimeAsync(within - 1);
  expect(closed).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(closed).toEqual(['connection: close']);
  expect(await outcome).toBe('request.malformed');
});
