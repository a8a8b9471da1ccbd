import multipart from '@fastify/multipart';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { Refusal } from './refusal.js';

/** Where users hand in photos. */
export const FILE_PATH = 'upload';
/** The only calls that take files: those of users, and pictures of articles; every other one refuses the content type. */
const FILE_ROUTES: readonly (string | undefined)[] = [`/api/${FILE_PATH}`, '/ops/api/news/images'];
/** Field of the form in which the file lies. */
const FILE_FIELD = 'file';

const FILE_BYTES_MAX = 12 * 1024 * 1024;
/** Beside the file: boundaries, headers of parts, and the other fields. */
const FORM_BYTES_MAX = FILE_BYTES_MAX + 256 * 1024;
const LIMITS = {
  files: 1,
  fields: 20,
  parts: 25,
  headerPairs: 50,
  fieldNameSize: 100,
  fieldSize: 1000,
  fileSize: FILE_BYTES_MAX,
};

/** A body that comes slower than this, on an average looked at every so many seconds, holds a place and brings nothing. */
const BYTES_PER_SECOND_MIN = 2048;
const PACE_SECONDS = 5;

export interface ReceivedFile {
  bytes: Buffer;
  /** The other fields of the form, each of which came once. */
  fields: ReadonlyMap<string, string>;
}

/** Lets the one call read multipart forms. Call before the application is initialised. */
export async function acceptFiles(application: NestFastifyApplication): Promise<void> {
  await application.register(multipart as unknown as Parameters<NestFastifyApplication['register']>[0], {
    limits: LIMITS,
    throwFileSizeLimit: false,
  });
  const server = application.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  server.addHook('onRequest', (request, _reply, done) => {
    const isForm = /^\s*multipart\//i.test(request.headers['content-type'] ?? '');
    const isAllowed = FILE_ROUTES.includes(request.routeOptions.url);
    done(isForm && !isAllowed ? new Refusal('request.unsupported-type') : undefined);
  });
}

/**
 * Reads the whole form into memory. Names and types that the client gives to the file are not even looked at.
 * @param limitMs within which everything must have arrived.
 * @throws Refusal `request.too-large` above 12 MiB, `request.unsupported-type`, `request.malformed`, or
 * `request.invalid` when there is no file; what comes too slowly is malformed, too. The connection is closed after each of
 * them, whatever else was to come.
 */
export async function receiveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  limitMs: number,
): Promise<ReceivedFile> {
  const stop = new AbortController();
  const giveUp = () => stop.abort(new Refusal('request.malformed'));
  const timer = setTimeout(giveUp, limitMs);
  let pace: NodeJS.Timeout | undefined;
  try {
    if (!request.isMultipart()) throw new Refusal('request.unsupported-type');
    if (Number.parseInt(request.headers['content-length'] ?? '0', 10) > FORM_BYTES_MAX) throw tooLarge();
    const received = countBytes(request, stop);
    let due = 0;
    pace = setInterval(() => {
      due += BYTES_PER_SECOND_MIN * PACE_SECONDS;
      if (received() < due) giveUp();
    }, PACE_SECONDS * 1000);
    const stopped = new Promise<never>((_resolve, reject) => {
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error), { once: true });
    });
    return await Promise.race([readParts(request), stopped]);
  } catch (error) {
    request.raw.unpipe();
    request.raw.pause();
    void reply.header('connection', 'close');
    throw error instanceof Refusal ? error : new Refusal('request.malformed');
  } finally {
    clearTimeout(timer);
    clearInterval(pace);
  }
}

/**
 * Answers how many have come so far. What comes before the first boundary or after the last is in no part and yet takes
 * time and room.
 */
function countBytes(request: FastifyRequest, stop: AbortController): () => number {
  let bytes = 0;
  request.raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > FORM_BYTES_MAX) stop.abort(tooLarge());
  });
  return () => bytes;
}

async function readParts(request: FastifyRequest): Promise<ReceivedFile> {
  const fields = new Map<string, string>();
  let bytes: Buffer | null = null;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const chunks: Buffer[] = [];
      for await (const chunk of part.file) chunks.push(chunk as Buffer);
      if (part.file.truncated) throw tooLarge();
      if (part.fieldname === FILE_FIELD) bytes = Buffer.concat(chunks);
    } else if (typeof part.value === 'string' && !part.valueTruncated && !part.fieldnameTruncated) {
      if (fields.has(part.fieldname)) throw new Refusal('request.malformed');
      fields.set(part.fieldname, part.value);
    }
  }
  if (!bytes) throw new Refusal('request.invalid', { field: FILE_FIELD });
  return { bytes, fields };
}

function tooLarge(): Refusal {
  return new Refusal('request.too-large');
}
