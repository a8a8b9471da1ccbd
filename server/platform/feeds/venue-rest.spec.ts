import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VenueRefusal, VenueRest } from './venue-rest.js';

let venue: Server;
let elsewhere: Server;
let asked = 0;

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  elsewhere = createServer((_request, reply) => {
    asked += 1;
    reply.end('{"price":1}');
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  venue = createServer((request, reply) => {
    if (request.url?.startsWith('/moved')) reply.writeHead(302, { location: `${addressOf(elsewhere)}/price` }).end();
    else if (request.url?.startsWith('/gone')) reply.writeHead(404).end('nothing here');
    else reply.end('{"price":2}');
  }).listen(0, '127.0.0.1');
  await once(venue, 'listening');
});
afterAll(() => {
  venue.close();
  elsewhere.close();
});

it('a venue that sends us elsewhere is not followed', async () => {
  const rest = new VenueRest(addressOf(venue), 0);
  await expect(rest.get('/moved', {})).rejects.toMatchObject({ status: 302 });
  expect(await rest.answers('/moved', 1000)).toBe(false);
  expect(asked).toBe(0);
});

it('what it answers is read, and its refusal is told', async () => {
  const rest = new VenueRest(addressOf(venue), 0);
  expect(await rest.get('/price', { symbol: 'BTCUSDT' })).toEqual({ price: 2 });
  await expect(rest.get('/gone', {})).rejects.toThrow(VenueRefusal);
  expect(await rest.answers('/price', 1000)).toBe(true);
});
