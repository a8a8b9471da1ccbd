import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { ChannelClient, systemTimers } from '../../../client/platform/channel-client.js';
import { openChannelSocket } from '../../../client/platform/channel-socket.js';
import { send, sendPriced } from '../faults/calls.js';
import { BTC, people, type Person, USDT } from '../faults/people.js';
import { onProcesses, Product, type RunningProcess } from '../faults/product.js';
import { until as within } from '../gateway.js';
import { type Manner, type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../otlp-receiver.js';

/** Traces from a click to a posting to the push that tells of it, over the product's own processes, as a collector receives them. */

const CLICK = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const until = (what: string, holds: () => boolean) => within(what, holds, 60_000);
/** Words that stand in what is sent with calls here, and must stand in no span. */
const PRIVATE = 'canary-5f3a';

/** All that a span may say. */
const NOTES = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'request.number',
  'db.system.name',
  'db.operation.name',
  'db.response.returned_rows',
  'db.response.status_code',
  'messaging.destination.name',
  'messaging.batch.message_count',
];
/** Calls that are open at a time, and how many a turn has one after the other: fewer than wait for a connection. */
const AT_ONCE = 16;
const IN_A_ROW = 10;

/** Put into a process before the product: says which of its modules it loads that belong to tracing. */
const SAYS_WHAT_IT_LOADS = `--import=data:text/javascript,${encodeURIComponent(
  `import { register } from 'node:module';
   register('data:text/javascript,' + encodeURIComponent(
     "export async function load(url, context, next) {" +
     "  if (/span-recorder|opentelemetry/.test(url)) (await import('node:fs')).writeSync(2, 'LOADED ' + url + '\\\\n');" +
     "  return next(url, context); }"));`,
)}`;

interface Line {
  msg?: string;
  request?: string;
  trace_id?: string;
  span_id?: string;
}

const linesOf = ({ log }: RunningProcess): Line[] =>
  log
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

const loadedBy = ({ log }: RunningProcess): boolean => log.join('').includes('LOADED ');

/** Moves 1 USDT; answers the call's number. */
async function transfer(url: string, person: Person, headers: Record<string, string> = {}): Promise<unknown> {
  const reply = await fetch(`${url}/api/wallet/change?note=${PRIVATE}`, {
    method: 'POST',
    headers: {
      authorization: person.token,
      'content-type': 'application/x-www-form-urlencoded',
      lang: 'en',
      ...headers,
    },
    body: new URLSearchParams({ number: '1', currency_id: USDT, from_field: 'change', to_field: 'micro' }),
  });
  expect(await reply.json()).toMatchObject({ type: 'ok' });
  return reply.headers.get('x-request-id');
}

let receiver: OtlpReceiver;
let product: Product;

beforeAll(async () => {
  receiver = await startOtlpReceiver();
});
afterEach(() => {
  receiver.manner = 'takes';
});
afterAll(async () => {
  await product?.stop();
  await receiver.close();
});

async function launchGateway(environment: Record<string, string>): Promise<RunningProcess> {
  product.environment = environment;
  const gateway = await product.launch('gateway', 'none');
  await product.untilServing(gateway.url);
  return gateway;
}

/** Follows the private events of somebody as their page does; answers once it does, with the list that they come into. */
async function follow(url: string, { token }: Person): Promise<{ kinds: string[]; close: () => void }> {
  const kinds: string[] = [];
  let isOpen = false;
  const client = new ChannelClient({ timers: systemTimers, open: () => openChannelSocket(url, token) });
  client.follow(
    'account.events',
    {},
    {
      onChange: (events) => kinds.push(...events.map(({ kind }) => kind)),
      onStart: () => (isOpen = true),
    },
  );
  await until('the events are followed', () => isOpen);
  return { kinds, close: () => client.close() };
}

const spansOf = (traceId: string): ReceivedSpan[] => receiver.spans.filter((span) => span.traceId === traceId);
/** The spans that one came from, from its parent on. */
function waysUp(spans: ReceivedSpan[], span: ReceivedSpan | undefined): ReceivedSpan[] {
  const parent = spans.find(({ spanId }) => spanId === span?.parentId);
  return parent ? [parent, ...waysUp(spans, parent)] : [];
}
const named = (spans: ReceivedSpan[], name: string): ReceivedSpan | undefined =>
  spans.find((span) => span.name === name);

onProcesses('traces', () => {
  let everything: RunningProcess;
  let person: Person;
  const traced = () => ({
    TRACES_URL: receiver.url,
    TRACES_SHARE: '1',
    LOG_LEVEL: 'debug',
    NODE_OPTIONS: SAYS_WHAT_IT_LOADS,
  });

  beforeAll(async () => {
    product = await Product.empty();
    // Ends within a test.
    await product.sql.query(
      `insert into option_term (seconds, payout_ratio, even_payout_ratio, even_band_ratio, move_ratio, minimum, maximum)
       values (30, 0.8, 3, 0.0001, 0.0001, 10, 5000)`,
    );
    product.environment = traced();
    await product.launch('worker,feed', 'simulated');
    everything = await launchGateway(traced());
    await product.untilPriced(everything.url);
    [person] = (await people(product.sql, 1, { spot: '100000', option: '100000' })) as [Person];
  }, 300_000);

  it('go from the call over the stored function and the outbox to the push, and over the queue to the worker', async () => {
    const events = await follow(everything.url, person);
    const traceparent = `00-${CLICK.traceId}-${CLICK.spanId}-00`;
    const fields = { match_id: BTC, currency_id: USDT, type: '1', seconds: '30', number: '10' };
    const answer = await sendPriced(everything.url, 'api/microtrade/submit', {
      token: person.token,
      key: 'tracing-1',
      fields,
      headers: { traceparent },
    });
    expect(answer).toMatchObject({ type: 'ok' });
    const whole = ['POST /api/microtrade/submit', 'call:option_buy', 'outbox read', 'push account.events'];
    const trace = () => spansOf(CLICK.traceId);
    await until('the trace is whole', () => [...whole, 'job options.settle'].every((name) => named(trace(), name)));
    const [read, push] = [named(trace(), 'outbox read'), named(trace(), 'push account.events')];
    // Of a price that had moved the page asks anew: what was refused is a part of the trace, and was told to nobody.
    const stored = trace().find(
      ({ name, notes }) => name === 'call:option_buy' && 'db.response.returned_rows' in notes,
    );
    const [call] = waysUp(trace(), stored).filter(({ name }) => name === 'POST /api/microtrade/submit');
    expect(call).toMatchObject({
      parentId: CLICK.spanId,
      service: 'trading-gateway',
      notes: { 'http.route': '/api/microtrade/submit', 'http.response.status_code': 200 },
    });
    expect(stored?.notes).toMatchObject({ 'db.response.returned_rows': 1 });
    expect(read).toMatchObject({ parentId: stored?.spanId, service: 'trading-gateway' });
    expect(push).toMatchObject({ parentId: read?.spanId });
    const job = named(trace(), 'job options.settle');
    expect(job?.service).toBe('trading-worker-feed');
    expect(waysUp(trace(), job)).toContainEqual(call);
    await until('the page has the event', () => events.kinds.length > 0);
    events.close();
  });

  it('have nothing of a user in them, but names of ours and counts', async () => {
    const events = await follow(everything.url, person);
    const key = `key-${PRIVATE}`;
    const number = await transfer(everything.url, person, { 'idempotency-key': key, 'user-agent': PRIVATE });
    const call = () => receiver.spans.find(({ notes }) => notes['request.number'] === number);
    await until(
      'the call has arrived',
      () => call() !== undefined && named(spansOf(call()!.traceId), 'push account.events') !== undefined,
    );
    events.close();
    const all = Buffer.concat(receiver.bytes).toString('latin1');
    for (const secret of [PRIVATE, person.token, 'tracing-1', '127.0.0.1', 'currency_id'])
      expect(all).not.toContain(secret);
    const ours = /^((GET|POST|PUT|DELETE|HEAD|OPTIONS|PATCH) (unknown|\/[\w/:.*-]*)|(call:)?[a-z][\w. :-]*)$/;
    expect(receiver.spans.filter(({ name }) => !ours.test(name)).map(({ name }) => name)).toEqual([]);
    const notes = new Set(receiver.spans.flatMap((span) => Object.keys(span.notes)));
    expect([...notes].filter((name) => !NOTES.includes(name))).toEqual([]);
    // The one text that is not a name: a call's own number, which says nothing of its caller.
    expect(call()?.notes['request.number']).toMatch(/^[0-9a-f]{10}-[0-9a-z]+$/);
  });

  it('are begun anew where a caller names none that is one', async () => {
    const broken = [
      'canary',
      `00-${'0'.repeat(32)}-${CLICK.spanId}-01`,
      `00-${CLICK.traceId}-${'0'.repeat(16)}-01`,
      `ff-${CLICK.traceId}-${CLICK.spanId}-01`,
      `00-${CLICK.traceId.toUpperCase()}-${CLICK.spanId}-01`,
    ];
    const before = spansOf(CLICK.traceId).length;
    for (const traceparent of broken) {
      const number = await transfer(everything.url, person, { traceparent });
      const call = () => receiver.spans.find(({ notes }) => notes['request.number'] === number);
      await until(`the call with ${traceparent} has arrived`, () => call() !== undefined);
      expect(call()).toMatchObject({ parentId: '', traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    }
    expect(spansOf(CLICK.traceId)).toHaveLength(before);
  });

  it('are not begun because a stranger wants it, and the log has the number of the call and of the trace all the same', async () => {
    const gateway = await launchGateway({ ...traced(), TRACES_SHARE: '0' });
    // The second is one that a rule on ids takes at every share.
    for (const traceId of ['0af7651916cd43dd8448eb211c80319c', '00000000000000000000000000000001']) {
      const traceparent = `00-${traceId}-${CLICK.spanId}-01`;
      await transfer(gateway.url, person, { traceparent });
      const headers = { traceparent, authorization: 'null', 'content-type': 'application/x-www-form-urlencoded' };
      const body = new URLSearchParams({ user_string: `nobody-${PRIVATE}`, password: 'wrong' });
      const reply = await fetch(`${gateway.url}/api/user/login`, { method: 'POST', headers, body });
      const number = reply.headers.get('x-request-id');
      await until('the log has the line', () => linesOf(gateway).some(({ request }) => request === number));
      const line = linesOf(gateway).find(({ request }) => request === number);
      expect(line).toMatchObject({ trace_id: traceId, span_id: expect.stringMatching(/^[0-9a-f]{16}$/) });
      expect(spansOf(traceId)).toEqual([]);
    }
    const { rows } = await product.sql.query(
      `select count(*)::integer as traced from outbox where trace like '%00000000000000000000000000000001%'`,
    );
    expect(rows).toEqual([{ traced: 0 }]);
    // It traces: only nothing was chosen.
    expect(loadedBy(gateway)).toBe(true);
    await product.end(gateway, 'SIGTERM');
    expect(spansOf('0af7651916cd43dd8448eb211c80319c')).toEqual([]);
  });

  it('are off unless they are asked for: nothing is sent, and nothing of OpenTelemetry is loaded', async () => {
    const { TRACES_URL: _url, ...off } = traced();
    const gateway = await launchGateway(off);
    const events = await follow(gateway.url, person);
    const traceparent = `00-11111111111111111111111111111111-${CLICK.spanId}-01`;
    await transfer(gateway.url, person, { traceparent });
    await until('the page has the event', () => events.kinds.length > 0);
    events.close();
    expect(loadedBy(everything)).toBe(true);
    expect(loadedBy(gateway)).toBe(false);
    await product.end(gateway, 'SIGTERM');
    expect(spansOf('11111111111111111111111111111111')).toEqual([]);
  });

  it.each(['is silent', 'refuses'] as Manner[])(
    'hold nothing up where their receiver %s, and what is lost is counted',
    async (manner) => {
      const gateway = await launchGateway({ ...traced(), LOG_LEVEL: 'error' });
      receiver.manner = manner;
      const ask = async () => {
        const answer = await send(gateway.url, 'api/user/info', { token: person.token });
        expect(answer).toMatchObject({ type: 'ok' });
      };
      // As many as it takes, however slow the machine is: in each turn more spans than are given up meanwhile.
      const askOften = async () => {
        const lane = async () => {
          for (let turn = 0; turn < IN_A_ROW; turn += 1) await ask();
        };
        await Promise.all(Array.from({ length: AT_ONCE }, lane));
      };
      // Given up after 5 s where the machine makes few meanwhile, dropped where it makes more than may wait.
      await untilCounted(gateway, manner === 'refuses' ? 'failed' : 'dropped|failed', askOften);
      receiver.manner = 'takes';
      // What waits for the silent one is given up by the time that it may take, and then goes on by itself.
      await untilCounted(gateway, 'sent', ask);
      await product.end(gateway, 'SIGTERM');
    },
  );

  it('had processes that none of it ended', () => {
    expect(product.exits).toEqual([]);
  });
});

/** Waits until the process says that spans have had that fate. */
async function untilCounted({ url }: RunningProcess, outcome: string, meanwhile: () => Promise<void>): Promise<void> {
  const end = performance.now() + 120_000;
  for (;;) {
    await meanwhile();
    const figures = await (await fetch(`${url}/metrics`)).text();
    const count = new RegExp(`^gateway_trace_spans_total\\{outcome="(?:${outcome})"\\} (\\d+)$`, 'm').exec(
      figures,
    )?.[1];
    if (Number(count ?? 0) > 0) return;
    if (performance.now() > end)
      throw new Error(`No span was ${outcome}:\n${figures.match(/^gateway_trace.*$/gm)?.join('\n')}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}
