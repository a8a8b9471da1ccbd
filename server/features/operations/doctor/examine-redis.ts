import type { Redis } from 'ioredis';
import { type Finding, finding, stateOf } from './finding.js';

/** Of what the server may take; from there on it refuses or throws away. */
const MEMORY = { watch: 0.7, wrong: 0.9 };
/** What schedules and locks of jobs need (BullMQ asks for 6.2, and has worked with less until it did not). */
const OLDEST = [6, 2] as const;

/** Looks at Redis: the queues of jobs live in it, and a server that throws keys away when it is full loses their schedules. */
export class ExamineRedis {
  constructor(private readonly redis: Redis) {}

  async execute(): Promise<Finding[]> {
    return redisFindings(await this.redis.info());
  }
}

/** @param info what `INFO` answers: lines `name:value`. */
export function redisFindings(info: string): Finding[] {
  const lines = new Map(
    info.split(/\r?\n/).map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
  const value = (name: string) => lines.get(name) ?? '';
  const [version, policy] = [value('redis_version'), value('maxmemory_policy')];
  const [used, most] = [Number(value('used_memory')), Number(value('maxmemory'))];
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
  const mib = Math.round(used / 1024 ** 2);
  return [
    finding(
      'versions',
      isOld ? 'wrong' : 'ok',
      `Redis ${version}${isOld ? `: older than ${OLDEST.join('.')}` : ''}`,
      'Move to a newer Redis: jobs rely on what older ones lack.',
    ),
    finding(
      'redis',
      policy === 'noeviction' ? 'ok' : 'wrong',
      policy === 'noeviction'
        ? 'it throws nothing away when it is full'
        : `maxmemory-policy is ${policy}: jobs and their schedules can vanish`,
      'Set maxmemory-policy noeviction.',
    ),
    most > 0
      ? finding(
          'redis',
          stateOf(used / most, MEMORY),
          `it has ${mib} MiB of ${Math.round(most / 1024 ** 2)} that it may take`,
          'Give it more memory; nothing in it may be thrown away.',
        )
      : finding('redis', 'ok', `it has ${mib} MiB; it has no limit of its own`, ''),
  ];
}
