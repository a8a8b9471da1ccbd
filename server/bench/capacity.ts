import { commandCosts } from './capacity.commands.js';
import {
  demanded,
  missBy,
  needsOf,
  PLANNED_SHARE,
  predicted,
  socketsOfCore,
  type UnitCost,
  unitCost,
  USAGE,
} from './capacity.model.js';
import type { Page } from './fan-out.pages.js';
import { failBy, lossesOf } from './fan-out.judge.js';
import { possibleSockets, type Run, runOnce } from './fan-out.run.js';

/**
 * What the product needs for how many people: measures what a socket costs on each page with 1,000 and 4,000 of them, says
 * from that what 2,000, 5,000 and 8,000 take, and two gateways with 2,000 each, measures those too and fails when it was
 * wrong by more than a fifth. Where more than a core is demanded, beats are left out. Then what a command costs in the gateway and in Postgres, and what 10 thousand, 100
 * thousand and a million active users need.
 * `npm run capacity [-- --seconds=6]`
 */
const SECONDS = Number(process.argv.find((word) => word.startsWith('--seconds='))?.split('=')[1] ?? 6);
const MEASURED = [1000, 4000] as const;
const PREDICTED = [2000, 5000, 8000];
/** Few enough that a machine of two cores runs both gateways and all that read from them. */
const OF_TWO = 2000;
const PAGES: readonly Page[] = ['list', 'own', 'trade'];
const MOST_MISSED = 0.2;
const USERS = [10_000, 100_000, 1_000_000];

const { DATABASE_URL, REDIS_URL } = process.env;
if (!DATABASE_URL || !REDIS_URL) throw new Error('DATABASE_URL and REDIS_URL are not set: use `npm run capacity`.');

const runs: Run[] = [];

async function coreOf(page: Page, sockets: number): Promise<number> {
  const run = await runOnce({ mode: 'hub', sockets, page, seconds: SECONDS });
  runs.push(run);
  return run.core;
}

async function measurePage(page: Page): Promise<{ cost: UnitCost; worst: number }> {
  const [small, large] = MEASURED;
  const cost = unitCost(
    { sockets: small, core: await coreOf(page, small) },
    { sockets: large, core: await coreOf(page, large) },
  );
  const percent = (core: number) => `${(core * 100).toFixed(0)} %`;
  console.log(
    `\n${page}: ${percent(cost.base)} of a core and ${(cost.perSocket * 1e6).toFixed(1)} us a second and socket; ` +
      `${socketsOfCore(cost, PLANNED_SHARE)} sockets at ${percent(PLANNED_SHARE)} of a core`,
  );
  const misses: number[] = [];
  const say = (what: string, prediction: number, measured: number) => {
    const miss = missBy(prediction, measured);
    misses.push(miss);
    console.log(`  ${what}: predicted ${percent(prediction)}, measured ${percent(measured)}, off by ${percent(miss)}`);
  };
  for (const wanted of PREDICTED) {
    const sockets = possibleSockets(wanted);
    const demand = demanded(cost, sockets);
    if (demand > 1) console.log(`  ${sockets} sockets would take ${percent(demand)}: beats are left out`);
    say(`${sockets} sockets`, predicted(cost, sockets), await coreOf(page, sockets));
  }
  const two = await Promise.all([coreOf(page, OF_TWO), coreOf(page, OF_TWO)]);
  say(`two gateways with ${OF_TWO} each`, predicted(cost, OF_TWO), (two[0] + two[1]) / 2);
  return { cost, worst: Math.max(...misses) };
}

async function main(databaseUrl: string, redisUrl: string): Promise<number> {
  const pages = new Map<Page, Awaited<ReturnType<typeof measurePage>>>();
  for (const page of PAGES) pages.set(page, await measurePage(page));
  failBy(lossesOf(runs));
  const commands = await commandCosts(databaseUrl, redisUrl, SECONDS);
  for (const [name, { gatewayMs, postgresMs, bytes }] of Object.entries(commands)) {
    console.log(
      `${name}: ${gatewayMs.toFixed(2)} ms of a core in the gateway, ${postgresMs.toFixed(2)} ms in Postgres, ${Math.round(bytes)} bytes stay`,
    );
  }
  const costOf = (page: Page) => pages.get(page)?.cost ?? { base: 0, perSocket: 0 };
  console.log(`\nSupposed: ${JSON.stringify(USAGE)}; a command as dear as an option's purchase.`);
  for (const users of USERS) {
    const needs = needsOf(users, { list: costOf('own'), trade: costOf('trade'), command: commands.option });
    console.log(
      `${users} users: ${needs.sockets} sockets and ${needs.commandsASecond.toFixed(0)} commands a second need ` +
        `${Math.ceil(needs.gatewayCores)} cores of gateways and ${needs.postgresCores.toFixed(1)} of Postgres; ` +
        `${(needs.bytesADay / 1e9).toFixed(2)} GB a day, restored in time for ${Math.floor(needs.daysToRestoreLimit)} days; ` +
        `first breaks ${needs.breaksFirst}`,
    );
  }
  const worst = Math.max(...[...pages.values()].map((page) => page.worst));
  console.log(`The worst prediction was off by ${(worst * 100).toFixed(0)} % (at most ${MOST_MISSED * 100} %).`);
  return worst <= MOST_MISSED ? 0 : 1;
}

main(DATABASE_URL, REDIS_URL).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
