import { FakeMarket } from '../../test/fakes/fake-market.js';
import { startGateway, type TestGateway } from '../../test/gateway.js';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway(new FakeMarket(), { handshakesPerSecond: 2 });
});
afterEach(() => gateway.close());

async function ask(headers: Record<string, string> = {}, more = ''): Promise<number> {
  const reply = await fetch(`${gateway.url}/socket.io/?EIO=4&transport=polling${more}`, { headers });
  await reply.text();
  return reply.status;
}

const counted = async () =>
  Object.fromEntries(
    (await gateway.metrics.handshakesRefused.get()).values.map(({ labels, value }) => [labels.reason, value]),
  );

it('who is refused before there is a socket is counted, by what it is refused for and nothing that it sent', async () => {
  expect(await ask({ origin: 'https://evil.example' })).toBe(403);
  expect(await ask({ origin: 'https://other.example' })).toBe(403);
  expect(await ask({}, '&j=1')).toBe(403);
  expect(await counted()).toEqual({ 'origin not allowed': 2, 'JSONP is not served': 1 });
});

it('a crowd far above the rate is one reason, whatever time it is told', async () => {
  const replies = await Promise.all(Array.from({ length: 30 }, () => ask()));
  const refused = replies.filter((status) => status === 403).length;
  expect(refused).toBeGreaterThan(0);
  expect(await counted()).toEqual({ busy: refused });
});
