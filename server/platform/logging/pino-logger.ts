import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Level, type Logger, pino } from 'pino';
import { sqlStateOf } from '../database/transaction.js';
import { currentWork } from '../tracing/work.js';

/**
 * What the log keeps of an error: what it is, where it came from, and the state that the database gave it. Never what else
 * hangs on it: of a statement that failed, the database driver keeps the values and the row, with names, cards and digests.
 */
export function loggedError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const state = sqlStateOf(error);
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...(state === '' ? {} : { code: state }),
    ...(error.cause === undefined ? {} : { cause: loggedError(error.cause) }),
  };
}

/** By what a line was begun: the number of the call, and the place in a trace; nothing where nobody has asked for the work. */
function ofTheWork(): Record<string, string> {
  const work = currentWork();
  if (!work) return {};
  const { traceId, spanId } = work.place;
  return { ...(work.request === null ? {} : { request: work.request }), trace_id: traceId, span_id: spanId };
}

/**
 * Nest's logger on pino: one JSON object a line, on standard output. Line breaks in what is logged are escaped by JSON,
 * so a user cannot forge a line.
 */
export class PinoLogger implements LoggerService {
  private readonly pino: Logger;

  /** @param destination instead of standard output. */
  constructor(level: string, destination?: DestinationStream) {
    const options = { level, base: { pid: process.pid }, serializers: { err: loggedError }, mixin: ofTheWork };
    this.pino = destination ? pino(options, destination) : pino(options);
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest passes the context last, and for errors the stack before it. */
  private write(level: Level, message: unknown, rest: unknown[]): void {
    const context = rest.at(-1);
    const details = rest.slice(0, -1).filter((detail) => detail !== undefined);
    const fields = {
      ...(typeof context === 'string' ? { context } : {}),
      ...(details.length > 0 ? { details } : {}),
    };
    if (message instanceof Error) this.pino[level]({ ...fields, err: message }, message.message);
    else if (typeof message === 'object' && message !== null) this.pino[level]({ ...fields, ...message });
    else this.pino[level](fields, String(message));
  }
}
