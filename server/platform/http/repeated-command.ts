import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

/** By this header, `1`, a client says that it sends a command again because no answer told it what became of an earlier try. */
export const REPEATED_HEADER = 'idempotency-repeated';
/**
 * By this header, `1`, a refusal of such a repetition says that it is the last word: under this key nothing was done, and
 * nothing will be, although an earlier try may still be on its way. A refusal without it says so of this try alone.
 */
export const CLOSED_HEADER = 'idempotency-closed';

/** A repetition that is being answered. */
interface Repetition {
  /** The key that it was sent under. A call that carries out several commands has others for them, of which it says nothing. */
  key: string;
  close: () => void;
}

/** Nobody hands it on: what runs knows by which call it was begun, over every `await`. */
const repetitions = new AsyncLocalStorage<Repetition>();

/** Lets all that is done for a call know whether it is a repetition. */
export function noteRepetitions(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const key = request.headers['idempotency-key'];
    if (request.headers[REPEATED_HEADER] !== '1' || typeof key !== 'string') return done();
    return answerRepetition({ key, close: () => void reply.header(CLOSED_HEADER, '1') }, done);
  });
}

/** Does what a repetition asks for, and tells its caller where its key is closed. */
export function answerRepetition<Result>(repetition: Repetition, act: () => Result): Result {
  return repetitions.run(repetition, act);
}

/** Whether the command of this key is asked for again by somebody who does not know what became of an earlier try. */
export function isRepetition(key: string): boolean {
  return repetitions.getStore()?.key === key;
}

/** From here on the answer to the repetition says that its key is closed. */
export function sayClosed(): void {
  repetitions.getStore()?.close();
}
