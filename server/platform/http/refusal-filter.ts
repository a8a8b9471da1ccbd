import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorEnvelope, RowsErrorEnvelope } from '../../contract/envelope.dto.js';
import type { Language, RefusalCode } from '../../contract/errors.js';
import { refusalText } from '../../contract/languages/index.js';
import {
  isClockAhead,
  isConnectionLoss,
  isOutOfRange,
  isTimeLimit,
  isWithoutConnection,
} from '../database/transaction.js';
import { Metrics } from '../metrics/metrics.js';
import { isContractCall, isDeskRoute } from './entrances.js';
import { isPlainRequest } from './plain-request.js';
import { Refusal } from './refusal.js';
import { languageOfRequest } from './request-language.js';
import { servedVerbs } from './served-verbs.js';

/** Refusals that only a broken or foreign client meets, or a program with a key; every other one answers 200, as the old clients expect. */
const STATUS: Partial<Record<RefusalCode, number>> = {
  'request.malformed': 400,
  'request.unknown-route': 404,
  'request.method-not-allowed': 405,
  'api-key.malformed': 400,
  'api-key.window': 401,
  'api-key.not-accepted': 401,
  'api-key.expired': 401,
  'api-key.ended': 401,
  'api-key.address': 403,
  'api-key.scope': 403,
  'api-key.money': 403,
  'api-key.call-closed': 403,
  'api-key.replayed': 409,
  'uploads.not-found': 404,
  'request.too-large': 413,
  'request.unsupported-type': 415,
  'request.too-many': 429,
  'request.failed': 500,
  'request.unavailable': 503,
};

/** Refusals of a call that only its envelope tells: clients of the contract break at a status that is not 200. */
const REPORTED_IN_ENVELOPE: ReadonlySet<RefusalCode> = new Set([
  'request.malformed',
  'request.unknown-route',
  'request.method-not-allowed',
  'request.unsupported-type',
]);

/** Refusals by which clients open the login or the verification. */
const TYPE: ReadonlyMap<RefusalCode, '999' | '998'> = new Map([
  ['session.required', '999'],
  ['verification.required', '998'],
]);

/** The body of a refusal in the given language. */
export function errorEnvelope(
  language: Language,
  refusal: Refusal,
  reader: 'user' | 'operator' = 'user',
): ErrorEnvelope {
  const { code, parameters, within } = refusal;
  const reason = refusalText(language, code, parameters, reader);
  const message = within === null ? reason : refusalText(language, within, { reason }, reader);
  const type = TYPE.get(code) ?? 'error';
  return code === 'request.failed'
    ? { type, message, code, request: String(parameters.request) }
    : { type, message, code };
}

/** K-line calls, whose clients tell a refusal by its number and draw `data` whatever it is. */
const ROWS_CALLS: ReadonlySet<string> = new Set(['/api/currency/new_timeshar', '/api/usstock/kline']);

function bodyFor(request: FastifyRequest, refusal: Refusal): ErrorEnvelope | RowsErrorEnvelope {
  const envelope = errorEnvelope(languageOfRequest(request), refusal, isDeskRoute(request) ? 'operator' : 'user');
  if (!ROWS_CALLS.has(request.routeOptions.url ?? '')) return envelope;
  const { type, message, code: reason } = envelope;
  return { code: -1, msg: message, data: [], type, message, reason };
}

/** Turns everything that is thrown into the wire's envelope. What is not a refusal is our bug: logged, no detail out. */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');

  constructor(private readonly metrics: Metrics) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') {
      this.logger.error(thrown);
      return;
    }
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  private answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const refusal = this.refusalOf(thrown, request, reply);
    this.metrics.refusals.inc({ code: refusal.code });
    if (reply.sent || reply.raw.headersSent) return;
    const isReportedInEnvelope = REPORTED_IN_ENVELOPE.has(refusal.code) && isPlainCall(request);
    const status = isReportedInEnvelope ? 200 : statusOf(thrown, refusal);
    if (status === 503) reply.header('retry-after', '5');
    void reply
      .code(status)
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(JSON.stringify(bodyFor(request, refusal)));
  }

  private refusalOf(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Refusal {
    if (thrown instanceof Refusal) return thrown;
    const status = clientStatus(thrown);
    if (status === 404) return this.unknownRoute(request, reply);
    if (status === 413) return new Refusal('request.too-large');
    if (status === 415) return new Refusal('request.unsupported-type');
    if (status !== null) return new Refusal('request.malformed');
    const lost = lossOf(thrown, request);
    if (lost) {
      const cause = thrown instanceof Error ? thrown.message : String(thrown);
      this.logger.warn(`${request.method} ${request.routeOptions?.url}: ${cause} (${request.id})`);
      return lost;
    }
    if (isOutOfRange(thrown)) {
      this.logger.warn(`${request.method} ${request.routeOptions?.url}: ${String(thrown)} (${request.id})`);
      return new Refusal('request.invalid', { field: 'amount' });
    }
    this.metrics.failures.inc();
    this.logger.error({ err: thrown, request: request.id, method: request.method, route: request.routeOptions?.url });
    return new Refusal('request.failed', { request: request.id });
  }

  /** A known address with a verb that it does not serve is another refusal than an unknown address. */
  private unknownRoute(request: FastifyRequest, reply: FastifyReply): Refusal {
    const verbs = servedVerbs(request);
    if (verbs.length === 0) return new Refusal('request.unknown-route');
    reply.header('allow', verbs.join(', '));
    return new Refusal('request.method-not-allowed');
  }
}

/**
 * The refusal for a database that is away, too slow, or has another time than this process: nothing was done, or a
 * command was cut off and only a look tells what became of it. Null for everything else.
 */
function lossOf(thrown: unknown, { method }: FastifyRequest): Refusal | null {
  if (isTimeLimit(thrown) || isWithoutConnection(thrown) || isClockAhead(thrown))
    return new Refusal('request.unavailable');
  if (!isConnectionLoss(thrown)) return null;
  const isLook = method === 'GET' || method === 'HEAD';
  return new Refusal(isLook ? 'request.unavailable' : 'request.outcome-unknown');
}

/** The status that Fastify or Nest gives an error of the client's making; null for everything else. */
function clientStatus(thrown: unknown): number | null {
  const status =
    thrown instanceof HttpException
      ? thrown.getStatus()
      : thrown instanceof Error && 'statusCode' in thrown
        ? Number(thrown.statusCode)
        : 500;
  return status >= 400 && status < 500 ? status : null;
}

/** The status that a refusal has by its code. */
export function statusOfRefusal(code: RefusalCode): number {
  return STATUS[code] ?? 200;
}

function statusOf(thrown: unknown, refusal: Refusal): number {
  const own = statusOfRefusal(refusal.code);
  return own === 400 && !(thrown instanceof Refusal) ? (clientStatus(thrown) ?? own) : own;
}

/** A request that a proxy may have read otherwise is no call: whatever stands before us is told by the status. */
function isPlainCall(request: FastifyRequest): boolean {
  return isContractCall(request) && isPlainRequest(request.raw);
}
