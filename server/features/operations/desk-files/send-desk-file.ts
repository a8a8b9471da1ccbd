import type { FastifyReply } from 'fastify';
import type { ExportedFile } from '../../wallet/exports/index.js';

/** The file as one to keep: nothing in it is shown, run or remembered by the browser. */
export function sendDeskFile(reply: FastifyReply, { name, contentType, stream }: ExportedFile): void {
  void reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('cache-control', 'no-store')
    .send(stream);
}
