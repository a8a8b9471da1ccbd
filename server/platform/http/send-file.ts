import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** The policy of what is no page: opened by itself, a picture or a file runs, loads and shows nothing else. */
export const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export interface SentFile {
  /** As it is kept by the browser. */
  name: string;
  contentType: string;
  stream: Readable;
  /** Where it is known beforehand. */
  bytes?: number;
}

/** The file as one to keep: nothing in it is shown, run or remembered by the browser. */
export function sendFile(reply: FastifyReply, { name, contentType, stream, bytes }: SentFile): void {
  if (bytes !== undefined) void reply.header('content-length', bytes);
  void reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', FILE_POLICY)
    .header('cache-control', 'no-store')
    .send(stream);
}
