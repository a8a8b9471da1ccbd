import fastify from 'fastify';
import { Metrics } from '../metrics/metrics.js';
import { countRequests, noteCommand, noteWaited } from './request-figures.js';

it('commands are counted by whether they were answered, also one that fails before its key is read', async () => {
  const [server, metrics] = [fastify(), new Metrics()];
  let fails: 'before' | 'after' | null = null;
  countRequests(server, metrics);
  server.post('/option/:id', (request, reply) => {
    if (fails === 'before') return reply.code(503).send();
    noteCommand(request);
    return reply.code(fails === 'after' ? 500 : 200).send();
  });
  server.get('/option/:id', (_request, reply) => reply.code(500).send());
  const send = (method: 'GET' | 'POST') => server.inject({ method, url: '/option/7' });
  await send('GET');
  await send('POST');
  for (fails of ['before', 'after'] as const) await send('POST');
  await send('GET');
  const counted = (await metrics.text()).match(/^gateway_command_seconds_count.*$/gm);
  expect(counted).toEqual([
    'gateway_command_seconds_count{outcome="answered"} 1',
    'gateway_command_seconds_count{outcome="failed"} 2',
  ]);
  await server.close();
});

it('what a command waits for by its own rule is no slowness of it', async () => {
  const [server, metrics] = [fastify(), new Metrics()];
  countRequests(server, metrics);
  server.post('/option', async (request, reply) => {
    noteCommand(request);
    const from = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 60));
    // In two parts, and however much more than there is.
    noteWaited(request, performance.now() - from);
    noteWaited(request, 1_000_000);
    return reply.send();
  });
  const seconds = async () => {
    await server.inject({ method: 'POST', url: '/option' });
    const text = await metrics.text();
    return ['command', 'request'].map((name) =>
      Number(new RegExp(`^\\S*${name}_seconds_sum.* (\\S+)$`, 'm').exec(text)?.[1]),
    );
  };
  expect(await seconds()).toEqual([0, 0]);
  await server.close();
});
