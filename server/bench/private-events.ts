import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { io, type Socket } from 'socket.io-client';
import type { DataSource } from 'typeorm';
import { WebSocket } from 'ws';
import { EVENT_ACK_WITHIN_MS, type Frame, REALTIME_EVENTS, REALTIME_PROTOCOL } from '../contract/channels.js';
import { createDataSource } from '../database/data-source.js';
import { SystemClock } from '../platform/clock/clock.js';
import { readConfiguration } from '../platform/config/config.js';
import { AfterCommit } from '../platform/database/after-commit.js';
import { Transactions } from '../platform/database/transactions.store.js';
import { OutboxHints } from '../platform/outbox/outbox-hints.js';
import { Outbox } from '../platform/outbox/outbox.js';
import { OutboxStore } from '../platform/outbox/outbox.store.js';
import { RedisConnections } from '../platform/redis/redis.module.js';
import { migrateBench } from './ledger.book.js';

/**
 * From the commit of a change to the page of the user it concerns: one event a transaction, each to one of so many
 * connected users, through Postgres, the Redis hint, the gateway and the socket. The peer in the same rounds is a bare
 * Redis publish handed to a bare `ws` socket, which promises nothing.
 * `node dist/server/bench/private-events.js [--sockets=1000] [--rate=300] [--rounds=3] [--seconds=8]`
 */
const OPTIONS = {
  sockets: option('sockets', 1000),
  rate: option('rate', 300),
  rounds: option('rounds', 3),
  seconds: option('seconds', 8),
};
const TARGET_P50_MS = 60;
const ANSWER_LIMIT_MS = 30_000;

function option(name: string, fallback: number): number {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`));
  return given ? Number(given.split('=')[1]) : fallback;
}

interface Round {
  /** Milliseconds from the commit, or the publish, to the client. */
  latencies: number[];
  sent: number;
  /** Share of one core that the serving process used. */
  core: number;
}

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

function answer<Reply>(child: ChildProcess): Promise<Reply> {
  return new Promise((done, fail) => {
    const limit = setTimeout(() => fail(new Error('A process of the bench does not answer.')), ANSWER_LIMIT_MS);
    child.once('message', (reply) => {
      clearTimeout(limit);
      done(reply as Reply);
    });
  });
}

async function cpuMicros(child: ChildProcess): Promise<number> {
  const reply = answer<{ cpuMicros: number }>(child);
  child.send('measure');
  return (await reply).cpuMicros;
}

async function serve(mode: 'gateway' | 'peer', prefix: string): Promise<{ child: ChildProcess; port: number }> {
  const entry = fileURLToPath(new URL('./private-events.server.js', import.meta.url));
  const child = fork(entry, [mode], { env: { ...process.env, REDIS_PREFIX: prefix } });
  return { child, port: (await answer<{ port: number }>(child)).port };
}

/** Does the work so often a second, evenly, whether or not the one before has ended. */
async function paced(work: (turn: number) => Promise<void>): Promise<number> {
  const running = new Set<Promise<void>>();
  const from = performance.now();
  const count = Math.round(OPTIONS.rate * OPTIONS.seconds);
  for (let turn = 0; turn < count; turn += 1) {
    const due = from + (turn * 1000) / OPTIONS.rate;
    if (due > performance.now()) await wait(due - performance.now());
    const one = work(turn).finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
  return count;
}

async function measured(child: ChildProcess, round: () => Promise<number>): Promise<{ sent: number; core: number }> {
  const [before, from] = [await cpuMicros(child), performance.now()];
  const sent = await round();
  const core = ((await cpuMicros(child)) - before) / 1000 / (performance.now() - from);
  await wait(2500);
  return { sent, core };
}

/** A page of the user: subscribes, and acknowledges as the contract says. */
function openPage(
  port: number,
  userId: string,
  heard: { onStart: () => void; onEvent: (sequence: number) => void },
): Socket {
  const socket = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { protocol: REALTIME_PROTOCOL, token: userId },
  });
  let [applied, acknowledged] = [0, -1];
  socket.on(REALTIME_EVENTS.hello, () => {
    socket.emit(REALTIME_EVENTS.subscribe, { ch: 'account.events', key: {} }, () => undefined);
  });
  socket.on(REALTIME_EVENTS.frame, ({ k, ch, s, d }: Frame) => {
    if (k === 'snap') heard.onStart();
    if (k === 'delta') for (const { sequence } of d as { sequence: number }[]) heard.onEvent(sequence);
    applied = s;
    if (k === 'hb' || applied - acknowledged < 32) return;
    acknowledged = applied;
    socket.emit(REALTIME_EVENTS.acknowledge, { ch, s });
  });
  const timer = setInterval(() => {
    if (applied === acknowledged) return;
    acknowledged = applied;
    socket.emit(REALTIME_EVENTS.acknowledge, { ch: `account.events:${userId}`, s: applied });
  }, EVENT_ACK_WITHIN_MS);
  socket.on('disconnect', () => clearInterval(timer));
  return socket;
}

/** Events of the product. The instants of arrival and of commit meet here, whichever is known first. */
async function gatewayRound(source: DataSource, users: string[]): Promise<Round> {
  const prefix = `bench-${randomBytes(4).toString('hex')}:`;
  const { child, port } = await serve('gateway', prefix);
  const redis = new RedisConnections({ values: readConfiguration({ ...process.env, REDIS_PREFIX: prefix }) });
  const afterCommit = new AfterCommit(source);
  afterCommit.onModuleInit();
  const hints = new OutboxHints(redis, afterCommit);
  const outbox = new Outbox(new OutboxStore(source), hints, new SystemClock());
  const transactions = new Transactions(source);
  const arrivals = new Map<string, number>();
  const commits = new Map<string, number>();
  const starts = new Set<string>();
  const sockets = users.map((userId) =>
    openPage(port, userId, {
      onStart: () => starts.add(userId),
      onEvent: (sequence) => arrivals.set(`${userId} ${sequence}`, performance.now()),
    }),
  );
  try {
    for (let waited = 0; starts.size < users.length && waited < 60_000; waited += 50) await wait(50);
    if (starts.size < users.length) throw new Error(`Only ${starts.size} of ${users.length} streams have begun.`);
    await wait(1000);
    const { sent, core } = await measured(child, () =>
      paced(async (turn) => {
        const userId = users[(turn * 7919) % users.length] as string;
        const payload = { entity: `notice:${turn}`, entityVersion: 1, noticeId: '1', notice: 'bench', parameters: {} };
        const sequence = await transactions.run((tx) => outbox.append(tx, userId, 'notice', payload));
        commits.set(`${userId} ${sequence}`, performance.now());
      }),
    );
    // A page may have the event before the writer hears of its own commit; that is no time at all.
    const latencies = [...commits].flatMap(([place, at]) => {
      const arrival = arrivals.get(place);
      return arrival === undefined ? [] : [Math.max(0, arrival - at)];
    });
    return { latencies, sent, core };
  } finally {
    for (const socket of sockets) socket.disconnect();
    redis.onApplicationShutdown();
    source.subscribers.length = 0;
    child.kill('SIGKILL');
  }
}

async function peerRound(users: string[]): Promise<Round> {
  const { child, port } = await serve('peer', 'bench:');
  const redis = new Redis(process.env.REDIS_URL ?? '');
  const latencies: number[] = [];
  const sentAt = new Map<string, number>();
  const sockets = await Promise.all(
    users.map(async (userId) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/${userId}`);
      socket.on('message', (message: Buffer) => {
        const at = sentAt.get(message.toString().split(' ')[1] ?? '');
        if (at !== undefined) latencies.push(performance.now() - at);
      });
      await new Promise((done, fail) => socket.once('open', done).once('error', fail));
      return socket;
    }),
  );
  try {
    const text = 'x'.repeat(200);
    const { sent, core } = await measured(child, () =>
      paced(async (turn) => {
        sentAt.set(String(turn), performance.now());
        await redis.publish('bench:peer', `${users[(turn * 7919) % users.length]} ${turn} ${text}`);
      }),
    );
    return { latencies, sent, core };
  } finally {
    for (const socket of sockets) socket.terminate();
    redis.disconnect();
    child.kill('SIGKILL');
  }
}

function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function report(name: string, rounds: Round[]): number {
  const all = rounds.flatMap(({ latencies }) => latencies);
  const p50s = rounds.map(({ latencies }) => quantile(latencies, 0.5));
  const missing = rounds.reduce((sum, { sent, latencies }) => sum + sent - latencies.length, 0);
  console.log(
    [
      name.padEnd(32),
      `p50 by round ${p50s.map((p50) => p50.toFixed(1)).join(', ')} ms`,
      `p99 ${quantile(all, 0.99).toFixed(1)} ms`,
      `max ${quantile(all, 1).toFixed(1)} ms`,
      `core ${(
        quantile(
          rounds.map(({ core }) => core),
          0.5,
        ) * 100
      ).toFixed(0)} %`,
      `missing ${missing} of ${rounds.reduce((sum, { sent }) => sum + sent, 0)}`,
    ].join(' | '),
  );
  return missing;
}

async function makeUsers(source: DataSource): Promise<string[]> {
  const rows: { id: string }[] = await source.query(
    `insert into account_user (extension_code, created_at)
     select 'B' || lpad(number::text, 8, '0'), now() from generate_series(1, $1::integer) number returning id`,
    [OPTIONS.sockets],
  );
  return rows.map(({ id }) => id);
}

async function main(): Promise<void> {
  const url = process.env.DATABASE_URL ?? '';
  await migrateBench(url);
  const source = await createDataSource(url, 10).initialize();
  const users = await makeUsers(source);
  console.log(
    `${OPTIONS.sockets} sockets of as many users, ${OPTIONS.rate} events a second, ${OPTIONS.seconds} s a round`,
  );
  const [ours, peer]: [Round[], Round[]] = [[], []];
  for (let round = 0; round < OPTIONS.rounds; round += 1) {
    ours.push(await gatewayRound(source, users));
    peer.push(await peerRound(users));
  }
  const missing = report('commit to client, gateway', ours);
  report('bare Redis publish to bare ws', peer);
  const p50 = quantile(
    ours.flatMap(({ latencies }) => latencies),
    0.5,
  );
  console.log(`p50 from commit to client: ${p50.toFixed(1)} ms (target below ${TARGET_P50_MS} ms)`);
  await source.destroy();
  if (missing > 0) throw new Error(`${missing} events did not arrive.`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
