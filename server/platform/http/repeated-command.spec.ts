import fastify from 'fastify';
import { isRepetition, noteRepetitions, sayClosed } from './repeated-command.js';

it('a call is a repetition by its header, over every wait, and only its own answer says that the key is closed', async () => {
  const server = fastify();
  noteRepetitions(server);
  server.post('/order', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const isAgain = isRepetition();
    sayClosed();
    return { isAgain };
  });
  const send = (headers: Record<string, string>) => server.inject({ method: 'POST', url: '/order', headers });
  const given = [{}, { 'idempotency-repeated': '1' }, { 'idempotency-repeated': '0' }] as Record<string, string>[];
  const replies = await Promise.all(given.map(send));
  expect(replies.map((reply) => reply.json() as unknown)).toEqual([
    { isAgain: false },
    { isAgain: true },
    { isAgain: false },
  ]);
  expect(replies.map((reply) => reply.headers['idempotency-closed'])).toEqual([undefined, '1', undefined]);
  await server.close();
});
