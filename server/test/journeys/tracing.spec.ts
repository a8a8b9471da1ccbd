import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
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
  route?: string;
}

const linesOf = ({ log }: RunningProcess): Line[] =>
  log
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

const loadedBy = ({ log }: RunningProcess): boolean => log.join('').includes('LOADED ');

/** A purchase of an option, as the page sends it. */
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

/** Follows the private events of somebody as their page does. */
function follow(url: string, person: Person): { kinds: string[]; close: () => void } {
  const kinds: string[] = [];
  const client = new ChannelClient({ timers: systemTimers, open: () => openChannelSocket(url, person.token) });
  let isOpen = false;
  client.follow(
    'account.events',
    {},
    {
      onChange: (events) => kinds.push(...events.map(({ kind }) => kind)),
      onStart: () => (isOpen = true),
    },
  );
  return {
    kinds,
    get isOpen() {
      return isOpen;
    },
    close: () => client.close(),
  } as { kinds: string[]; isOpen: boolean; close: () => void };
}

const spansOf = (traceId: string): ReceivedSpan[] => receiver.spans.filter((span) => span.traceId === traceId);
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
    const events = follow(everything.url, person);
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
    const [call, stored, read, push] = whole.map((name) => named(trace(), name)) as ReceivedSpan[];
    expect(call).toMatchObject({
      parentId: CLICK.spanId,
      service: 'trading-gateway',
      notes: { 'http.route': '/api/microtrade/submit', 'http.response.status_code': 200 },
    });
    expect(stored).toMatchObject({ parentId: call?.spanId, notes: { 'db.response.returned_rows': 1 } });
    expect(read).toMatchObject({ parentId: stored?.spanId, service: 'trading-gateway' });
    expect(push).toMatchObject({ parentId: read?.spanId });
    const job = named(trace(), 'job options.settle');
    expect(job).toMatchObject({ parentId: call?.spanId, service: 'trading-worker-feed' });
    // What the job does is its own step of the same trace.
    expect(trace().filter(({ parentId }) => parentId === job?.spanId)).not.toEqual([]);
    events.close();
  });
});
