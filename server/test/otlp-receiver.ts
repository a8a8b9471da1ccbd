import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A span as it arrived. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty of one that begins its trace. */
  parentId: string;
  name: string;
  service: string;
  notes: Record<string, string | number>;
  hasFailed: boolean;
}

/** How the receiver behaves: `takes` what comes, `refuses` it, or never answers. */
export type Manner = 'takes' | 'refuses' | 'is silent';

export interface OtlpReceiver {
  url: string;
  spans: ReceivedSpan[];
  /** All that was sent, as text in which whatever must not be there can be looked for. */
  readonly bytes: Buffer[];
  requests: number;
  manner: Manner;
  close(): Promise<void>;
}

/** Receives OTLP over HTTP as a collector does: Protocol Buffers, read by their numbers (opentelemetry-proto, trace/v1). */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const take = (request: IncomingMessage, reply: ServerResponse) => {
    receiver.requests += 1;
    if (receiver.manner === 'is silent') return;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (receiver.manner === 'refuses') {
        reply.writeHead(400).end();
        return;
      }
      const sent = Buffer.concat(chunks);
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      receiver.bytes.push(body);
      receiver.spans.push(...readSpans(body));
      reply.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  };
  const server = createServer(take);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans: [],
    bytes: [],
    requests: 0,
    manner: 'takes',
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
  return receiver;
}

interface Field {
  number: number;
  value: number | bigint | Buffer;
}

/** The fields of a message, in order. */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const bytes = (length: number): Buffer => message.subarray(at, (at += length));
  while (at < message.length) {
    const key = Number(varint());
    const number = key >> 3;
    const kind = key & 7;
    if (kind === 0) fields.push({ number, value: varint() });
    else if (kind === 1) fields.push({ number, value: bytes(8).readBigUInt64LE() });
    else if (kind === 2) fields.push({ number, value: bytes(Number(varint())) });
    else if (kind === 5) fields.push({ number, value: bytes(4).readUInt32LE() });
    else throw new Error(`A field of the unknown kind ${kind}.`);
  }
  return fields;
}

const parts = (message: Buffer, number: number): Buffer[] =>
  fieldsOf(message).flatMap((field) => (field.number === number && Buffer.isBuffer(field.value) ? [field.value] : []));

const part = (message: Buffer, number: number): Buffer => parts(message, number)[0] ?? Buffer.alloc(0);

function readSpans(request: Buffer): ReceivedSpan[] {
  return parts(request, 1).flatMap((resource) => {
    const service = String(notesOf(parts(part(resource, 1), 1))['service.name']);
    return parts(resource, 2).flatMap((scope) => parts(scope, 2).map((span) => readSpan(span, service)));
  });
}

function readSpan(span: Buffer, service: string): ReceivedSpan {
  const status = fieldsOf(part(span, 15)).find(({ number }) => number === 3);
  return {
    traceId: part(span, 1).toString('hex'),
    spanId: part(span, 2).toString('hex'),
    parentId: part(span, 4).toString('hex'),
    name: part(span, 5).toString(),
    service,
    notes: notesOf(parts(span, 9)),
    hasFailed: Number(status?.value ?? 0) === 2,
  };
}

function notesOf(pairs: Buffer[]): Record<string, string | number> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [field] = fieldsOf(part(pair, 2));
      const value = field && Buffer.isBuffer(field.value) ? field.value.toString() : Number(field?.value ?? 0);
      return [part(pair, 1).toString(), value];
    }),
  );
}
