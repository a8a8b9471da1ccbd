import { randomBytes } from 'node:crypto';
import compress from '@fastify/compress';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Configuration } from '../config/config.js';
import { Metrics } from '../metrics/metrics.js';
import { answerBrokenClient, REQUEST_LIMIT_MS, SERVER_LIMITS } from './connection-limits.js';
import { CSP_REPORTS } from './csp-reports.controller.js';
import {
  addressOfCall,
  API_PREFIX,
  believeForwarded,
  deskPlace,
  HEALTH_PATHS,
  isContractCall,
  isDeskRoute,
  isFromInside,
  separateEntrances,
  UNPREFIXED,
  withoutDeskCalls,
} from './entrances.js';
import { rememberSignedBody } from './keys/signed-request.js';
import { isPlainRequest } from './plain-request.js';
import { recordRegisteredRoutes } from './registered-routes.js';
import {
  assertReadableForm,
  BODY_BYTES_MAX,
  DESK_PARTS_MAX,
  JSON_PARTS_MAX,
  readForm,
  readJson,
  readJsonAsForm,
} from './read-body.js';
import { acceptFiles } from './receive-file.js';
import { errorEnvelope } from './refusal-filter.js';
import { Refusal } from './refusal.js';
import { ReplyCache } from './reply-cache.js';
import { countRequests } from './request-figures.js';
import { noteRepetitions } from './repeated-command.js';
import { traceRequests, workOnRequests } from './request-work.js';
import { languageOfRequest } from './request-language.js';
import { COMMON_HEADERS } from './security-headers.js';
import { pinAddress } from './known-address.js';
import { recordServedVerbs } from './served-verbs.js';

const COMPRESS_FROM_BYTES = 1024;
/** A report is a few addresses and the policy's text. */
const REPORT_BYTES_MAX = 16 * 1024;

/** The HTTP server with its limits. Errors that happen before any route is known get the same envelope. */
export function createAdapter(configuration: Configuration): FastifyAdapter {
  const { TRUSTED_PROXIES, OPS_TRUSTED_PROXIES } = configuration;
  return new FastifyAdapter({
    http: SERVER_LIMITS,
    // What must not be believed at the port that a request came in by is gone by then: see believeForwarded().
    trustProxy: (_address: string, hop: number) => hop < Math.max(TRUSTED_PROXIES, OPS_TRUSTED_PROXIES),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_LIMIT_MS,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    requestIdHeader: false,
    genReqId: requestNumbers(),
    return503OnClosing: false,
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => answerUnreadable(request, reply),
    clientErrorHandler: answerBrokenClient,
  });
}

/** Bodies, headers, compression, request metrics and the role's reach. Call before the application is initialised. */
export async function prepareServer(application: NestFastifyApplication, configuration: Configuration): Promise<void> {
  application.setGlobalPrefix(API_PREFIX, { exclude: UNPREFIXED });
  application.useBodyParser('application/x-www-form-urlencoded', { bodyLimit: BODY_BYTES_MAX }, reader(readForm));
  application.useBodyParser('application/json', { bodyLimit: BODY_BYTES_MAX }, reader(readJsonBody));
  application.useBodyParser('application/csp-report', { bodyLimit: REPORT_BYTES_MAX }, reader(readReport));
  const server = application.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  server.removeContentTypeParser('text/plain');
  separateEntrances(server, configuration);
  recordServedVerbs(server);
  recordRegisteredRoutes(server);
  if (deskPlace(configuration) === 'nowhere') withoutDeskCalls(application);
  traceRequests(server);
  // Before the checks: an address that is known has passed them.
  const replies = application.get(ReplyCache);
  server.addHook('onRequest', (request, reply, done) => {
    if (!isPlainRequest(request.raw) || !replies.sendAgain(request, reply)) done();
  });
  workOnRequests(server);
  noteRepetitions(server);
  addCheckHook(server, configuration);
  // Only now is it known whose word about the address counts.
  pinAddress(server);
  countRequests(server, application.get(Metrics));
  await acceptFiles(application);
  await application.register(compress as unknown as Parameters<NestFastifyApplication['register']>[0], {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  });
}

type Done = (error: Error | null, body?: unknown) => void;

/** The desk's own page sends what its forms hold, with their types; everybody else speaks the contract. */
function readJsonBody(body: Buffer, request: FastifyRequest): Record<string, unknown> {
  if (isContractCall(request)) return readJsonAsForm(body);
  return readJson(body, isDeskRoute(request) ? DESK_PARTS_MAX : JSON_PARTS_MAX);
}

/** What browsers report, and nobody else's call, whatever type its sender gives it. */
function readReport(body: Buffer, request: FastifyRequest): Record<string, unknown> {
  if (request.routeOptions.url !== addressOfCall(CSP_REPORTS)) throw new Refusal('request.unsupported-type');
  return readJson(body, JSON_PARTS_MAX);
}

function reader(read: (body: Buffer, request: FastifyRequest) => Record<string, unknown>) {
  return (request: FastifyRequest, body: Buffer, done: Done): void => {
    try {
      rememberSignedBody(request, body);
      done(null, read(body, request));
    } catch (error) {
      done(error as Error);
    }
  };
}

/** Refuses what could only be read by guessing, and in a process that is no gateway everything but its health. */
function addCheckHook(server: FastifyInstance, configuration: Configuration): void {
  const { ROLES, TRUSTED_PROXIES, OPS_TRUSTED_PROXIES } = configuration;
  const gateway = ROLES.includes('gateway');
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers(COMMON_HEADERS).header('x-request-id', request.id);
    believeForwarded(request.raw, isFromInside(request) ? OPS_TRUSTED_PROXIES : TRUSTED_PROXIES);
    const { url } = request.raw;
    const start = url?.indexOf('?') ?? -1;
    try {
      if (!isPlainRequest(request.raw)) {
        // What a proxy may have read otherwise is not listened to any longer.
        void reply.header('connection', 'close');
        throw new Refusal('request.malformed');
      }
      if (!gateway && !HEALTH_PATHS.includes((request.routeOptions.url ?? '').slice(1))) {
        throw new Refusal('request.unknown-route');
      }
      if (url && start >= 0) assertReadableForm(url.slice(start + 1));
      assertPlainEncoding(request);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Bodies come as they are and in UTF-8: a compressed body is a bomb, another alphabet a way around checks. */
function assertPlainEncoding(request: FastifyRequest): void {
  const { headers } = request;
  const encoding = headers['content-encoding'];
  if (encoding && encoding !== 'identity') throw new Refusal('request.unsupported-type');
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset && !/^(utf-?8|us-ascii)$/i.test(charset)) throw new Refusal('request.unsupported-type');
}

/** Numbers that are unique over processes and restarts, cheap to make, and nobody's input. */
function requestNumbers(): () => string {
  const process = randomBytes(5).toString('hex');
  let count = 0;
  return () => `${process}-${(++count).toString(36)}`;
}

/** The router could not read the address at all. */
function answerUnreadable(request: FastifyRequest, reply: FastifyReply): void {
  const envelope = errorEnvelope(languageOfRequest(request), new Refusal('request.malformed'));
  void reply
    .headers(COMMON_HEADERS)
    .header('x-request-id', request.id)
    .code(400)
    .header('content-type', 'application/json; charset=utf-8');
  void reply.header('cache-control', 'no-store').send(JSON.stringify(envelope));
}
