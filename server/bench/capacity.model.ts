/** What a gateway's process takes of a core with so many sockets, measured. */
export interface Load {
  sockets: number;
  core: number;
}

/** A straight line through two measurements: what the process takes without sockets, and each socket. */
export interface UnitCost {
  base: number;
  perSocket: number;
}

/** The line through two loads. */
export function unitCost(small: Load, large: Load): UnitCost {
  const perSocket = (large.core - small.core) / (large.sockets - small.sockets);
  return { base: small.core - perSocket * small.sockets, perSocket };
}

/** Share of one core that so many sockets would take; above 1 the process leaves out beats, and takes the one that it has. */
export function demanded({ base, perSocket }: UnitCost, sockets: number): number {
  return base + perSocket * sockets;
}

/** Share of one core that a process with so many sockets is seen to take. */
export function predicted(cost: UnitCost, sockets: number): number {
  return Math.min(1, demanded(cost, sockets));
}

/** How far a prediction is from what was measured, as a share of that. */
export function missBy(prediction: number, measured: number): number {
  return Math.abs(prediction - measured) / measured;
}

/** Sockets that fit a core that is not used for more than the given share. */
export function socketsOfCore({ base, perSocket }: UnitCost, share: number): number {
  return Math.floor((share - base) / perSocket);
}

/** What one command takes, in milliseconds of a core. */
export interface CommandCost {
  gatewayMs: number;
  postgresMs: number;
  /** What stays in the database, with indexes. */
  bytes: number;
}

/** How people use the product; every figure is a supposition that an installation replaces by its own. */
export interface Usage {
  /** Of active users, at the busiest minute. */
  online: number;
  /** Of those who are online, on a trade page; the others look at a list. */
  onTradePage: number;
  /** Commands of an active user in a day. */
  commandsADay: number;
  /** Of a day's commands, in its busiest hour, and how much the busiest minute is above the mean of that hour. */
  inBusiestHour: number;
  burst: number;
}

export const USAGE: Usage = { online: 0.5, onTradePage: 0.5, commandsADay: 21, inBusiestHour: 0.15, burst: 3 };

/** Of a core, what is planned with: the rest is for the loss of a neighbour and for waves. */
export const PLANNED_SHARE = 0.6;
/** What one machine with Postgres has, and what a backup brings back in half an hour (the goal) at 500 MB a second. */
export const LIMITS = { postgresCores: 64, restoredBytes: 500e6 * 1800 } as const;

export interface Needs {
  users: number;
  sockets: number;
  gatewayCores: number;
  commandsASecond: number;
  postgresCores: number;
  bytesADay: number;
  /** Days until the database is larger than what is restored in time; it keeps what it has for ever. */
  daysToRestoreLimit: number;
  /** What is used up first, by how much of its limit is used in the first year. */
  breaksFirst: string;
}

/** What so many active users need at their busiest minute. */
export function needsOf(
  users: number,
  costs: { list: UnitCost; trade: UnitCost; command: CommandCost },
  usage: Usage = USAGE,
): Needs {
  const sockets = users * usage.online;
  const trading = sockets * usage.onTradePage;
  const commandsASecond = (users * usage.commandsADay * usage.inBusiestHour * usage.burst) / 3600;
  const pages = trading * costs.trade.perSocket + (sockets - trading) * costs.list.perSocket;
  const commands = (commandsASecond * costs.command.gatewayMs) / 1000;
  const postgresCores = (commandsASecond * costs.command.postgresMs) / 1000 / PLANNED_SHARE;
  const bytesADay = users * usage.commandsADay * costs.command.bytes;
  const daysToRestoreLimit = LIMITS.restoredBytes / bytesADay;
  const used = {
    'the time in which a backup is restored': 365 / daysToRestoreLimit,
    "the one server's cores": postgresCores / LIMITS.postgresCores,
  };
  const [breaksFirst = ''] = Object.entries(used).sort(([, one], [, other]) => other - one)[0] ?? [];
  return {
    users,
    sockets,
    gatewayCores: (pages + commands) / PLANNED_SHARE,
    commandsASecond,
    postgresCores,
    bytesADay,
    daysToRestoreLimit,
    breaksFirst,
  };
}
