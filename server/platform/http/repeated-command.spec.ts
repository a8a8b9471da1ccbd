import fastify from 'fastify';
import { isRepetition, noteRepetitions, sayClosed } from './repeated-command.js';

it('a call is a repetition by its header, over every wait, and only its own answer says that the key is closed', async () => {
  const server = fastify();
  noteRepetitions(server);
  server.post('/order', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const isAgain = isRepetition('a-key');
    sayClosed();
    return { isAgain, isAnothers: isRepetition('another-key') };
  });
  const send = (headers: Record<string, string>) => server.inject({ method: 'POST', url: '/order', headers });
  const [key, again] = [{ 'idempotency-key': 'a-key' }, { 'idempotency-repeated': '1' }];
  const replies = await Promise.all(
    [key, { ...key, ...again }, { ...key, 'idempotency-repeated': '0' }, again].map(send),
  );
  const [once, twice] = [
    { isAgain: false, isAnothers: false },
    { isAgain: true, isAnothers: false },
  ];
  expect(replies.map((reply) => reply.json() as unknown)).toEqual([once, twice, once, once]);
  expect(replies.map((reply) => reply.headers['idempotency-closed'])).toEqual([undefined, '1', undefined, undefined]);
  await server.close();
});
