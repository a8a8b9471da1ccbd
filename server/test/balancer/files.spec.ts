import { createServer, type Server } from 'node:http';
import { freePort } from '../faults/product.js';
import { Balancer, onBalancer } from './balancer.js';
import { Visitor } from './visitor.js';

/** While versions change: who has which of the page's files differs by gateway. */
const OLD = ['127.0.7.1', '127.0.7.2'];
const NEW = '127.0.7.3';
const FILES: Record<string, string[]> = {
  '/assets/home-AAAAAAAA.js': [...OLD, NEW],
  '/assets/home-BBBBBBBB.js': [NEW],
};
const ALL = [...OLD, NEW];
/** What the alarms `GatewaysGone` and `DeskGone` go by. */
const FIGURES = ['gateways', 'desks', 'living'].map((pool) => `haproxy_backend_active_servers{proxy="${pool}"}`);

onBalancer('the page’s files behind the shipped balancer', () => {
  let balancer: Balancer;
  const servers: Server[] = [];
  const ready = new Set(ALL);
  /** What each was asked for, but for its health. */
  const asked = new Map<string, string[]>(ALL.map((address) => [address, []]));

  beforeAll(async () => {
    const port = await freePort();
    for (const address of ALL) {
      const server = createServer((request, reply) => {
        const path = request.url ?? '';
        if (path === '/readyz' && !ready.has(address)) return reply.writeHead(503).end('{}');
        if (['/healthz', '/readyz'].includes(path)) return reply.end('{}');
        asked.get(address)?.push(`${request.method} ${path}`);
        const isThere = FILES[path]?.includes(address) ?? false;
        return reply.writeHead(isThere ? 200 : 404).end(isThere ? `of ${address}` : 'none');
      });
      servers.push(server);
      await new Promise<void>((done) => server.listen(port, address, done));
    }
    balancer = await Balancer.start({ addresses: () => ALL, port, deskPort: port }, 1000);
    await balancer.untilUp(ALL, 'files');
    await balancer.untilUp(ALL);
  }, 120_000);
  afterAll(async () => {
    await balancer?.stop();
    await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  });

  it('of a newer build come from the gateway that has it, whoever is asked first', async () => {
    const visitor = new Visitor(balancer, '127.0.0.9');
    for (let round = 0; round < 30; round += 1) {
      expect(await visitor.ask('/assets/home-BBBBBBBB.js')).toMatchObject({ status: 200, text: `of ${NEW}` });
      expect((await visitor.ask('/assets/home-AAAAAAAA.js')).status).toBe(200);
    }
    // Others were asked, too, and had none.
    expect(OLD.flatMap((address) => asked.get(address) ?? [])).toContain('GET /assets/home-BBBBBBBB.js');
  });

  it('that nobody has are asked for a few times, and any other call once', async () => {
    const visitor = new Visitor(balancer, '127.0.0.9');
    const count = (line: string) =>
      ALL.flatMap((address) => asked.get(address) ?? []).filter((one) => one === line).length;
    expect((await visitor.ask('/assets/none-CCCCCCCC.js')).status).toBe(404);
    expect(count('GET /assets/none-CCCCCCCC.js')).toBe(5);
    expect((await visitor.ask('/api/none')).status).toBe(404);
    expect(count('GET /api/none')).toBe(1);
    expect((await visitor.ask('/assets/none-DDDDDDDD.js', { method: 'POST', body: 'x' })).status).toBe(404);
    expect(count('POST /assets/none-DDDDDDDD.js')).toBe(1);
  });

  it('whose gateways are not ready are missing in its figures, which the alarms go by', async () => {
    const figures = async () => {
      const text = await (await fetch(`http://127.0.0.1:${balancer.ports.FIGURES}/metrics`)).text();
      const lines = text.split('\n');
      return FIGURES.map((name) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1));
    };
    expect(await figures()).toEqual(['3', '3', '3']);
    ready.delete(NEW);
    await balancer.untilUp(OLD);
    expect(await figures()).toEqual(['2', '3', '3']);
    for (const address of OLD) ready.delete(address);
    await balancer.untilUp([]);
    expect(await figures()).toEqual(['0', '3', '3']);
  });
});
