import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { QUEUES, type QueueName } from '../../jobs.js';
import { Config } from '../config/config.js';
import { OperatorSessionReader } from '../http/access.js';
import { deskTokenOf, isDeskSecure } from '../http/desk-cookie.js';
import { SessionDoor } from '../http/rate-limits/session-door.js';
import { errorEnvelope } from '../http/refusal-filter.js';
import { Refusal } from '../http/refusal.js';
import { languageOfRequest } from '../http/request-language.js';
import { COMMON_HEADERS } from '../http/security-headers.js';
import { JobQueues } from './job-queues.js';

/** Where the board lies: in the operators' desk. */
export const JOB_BOARD_PATH = 'ops/queues';

/** A queue that could not be opened is asked for again after so long. */
const AGAIN_MS = 1000;

/** The board is a page of its own, whose markup has its settings in it; nothing of it talks to anybody else. */
const BOARD_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self' data:; frame-ancestors 'none'; base-uri 'self'";

/**
 * Serves Bull Board to signed-in operators: what waits, what failed and why. It only shows; a job is a hint, and what is
 * due is found by the sweeps, so there is nothing that anybody would have to start, stop or repeat here.
 */
export async function serveJobBoard(application: NestFastifyApplication): Promise<void> {
  const adapter = new FastifyAdapter().setBasePath(`/${JOB_BOARD_PATH}`);
  const board = createBullBoard({
    queues: [],
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Queues' } },
  });
  const queues = application.get(JobQueues);
  const isSecure = isDeskSecure(application.get(Config).values);
  const show = async (name: QueueName): Promise<void> => {
    try {
      const queue = await queues.readable(name);
      // One that Redis did not answer while it was opened is closed, and opened anew by who asks again.
      await queue.waitUntilReady();
      board.addQueue(new BullMQAdapter(queue, { readOnlyMode: true }));
    } catch {
      setTimeout(() => void show(name), AGAIN_MS).unref();
    }
  };
  for (const name of QUEUES) void show(name);
  const server = application.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  await server.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        try {
          await application.get(SessionDoor, { strict: false }).pass(request, reply, { isDesk: true });
        } catch (error) {
          // The board would make a failure of its own out of it.
          if (!(error instanceof Refusal)) throw error;
          return reply
            .code(429)
            .headers(COMMON_HEADERS)
            .send(errorEnvelope(languageOfRequest(request), error));
        }
        const token = deskTokenOf(request, isSecure);
        const operator =
          token === null ? null : await application.get(OperatorSessionReader, { strict: false }).read(token);
        if (!operator) return reply.code(401).headers(COMMON_HEADERS).send({ type: '999', code: 'session.required' });
        void reply.header('content-security-policy', BOARD_POLICY);
        return undefined;
      });
      await scope.register(adapter.registerPlugin());
    },
    { prefix: `/${JOB_BOARD_PATH}` },
  );
}
