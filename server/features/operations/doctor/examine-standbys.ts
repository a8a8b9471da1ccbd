import { type Finding, finding, stateOf } from './finding.js';
import type { InstallationStore, ReplicationFacts, StandbyFacts } from './installation.store.js';

/** Seconds behind. Whoever takes over so late has lost what was committed meanwhile, unless commits wait for it. */
const BEHIND = { watch: 10, wrong: 60 };
/** Of the log that is not on the standby's disk, where none is written and no time can be told. Bytes. */
const BEHIND_BYTES = { watch: 64 * 1024 ** 2, wrong: 1024 ** 3 };

/** Looks at how far copies of the database are behind: what would be lost where the primary were. */
export class ExamineStandbys {
  constructor(private readonly store: InstallationStore) {}

  async execute(): Promise<Finding[]> {
    return standbyFindings(await this.store.replication());
  }
}

/** Looks at the standby of DATABASE_READ_URL, where histories are read. */
export class ExamineReadStandby {
  constructor(private readonly store: InstallationStore) {}

  async execute(): Promise<Finding[]> {
    await this.store.connect();
    const facts = await this.store.replication();
    if (facts.isStandby) return [replayFinding(facts)];
    return [
      finding(
        'standbys',
        'watch',
        'DATABASE_READ_URL leads to no standby: histories are read at the primary',
        'Was it promoted? Make sure that there is one primary, and set DATABASE_READ_URL to a standby of it, or leave it out.',
      ),
    ];
  }
}

export function standbyFindings(facts: ReplicationFacts): Finding[] {
  if (facts.isStandby) return [replayFinding(facts)];
  if (!facts.maySee && facts.standbys.length > 0)
    return [
      finding(
        'standbys',
        'unknown',
        'how far standbys are behind is hidden from whoever asks',
        'As a superuser: grant pg_read_all_stats to gateway_app; or ask with DATABASE_URL of a user that has it.',
      ),
    ];
  const idle = facts.idleSlots.map(({ name, bytes }) =>
    finding(
      'standbys',
      stateOf(bytes, { watch: 0, wrong: BEHIND_BYTES.wrong }),
      `nobody reads the slot ${name}, for which ${mib(bytes)} of the log are kept`,
      `Start its standby; or, where there is none any more, select pg_drop_replication_slot('${name}'): the log grows until the disk is full.`,
    ),
  );
  if (facts.standbys.length === 0)
    return [
      finding(
        'standbys',
        'watch',
        'there is no standby: what is on no other machine is lost with this one',
        'server/documents/operations.md says how one is made; a backup with the archived log is the least.',
      ),
      ...idle,
    ];
  return [...facts.standbys.map(standbyFinding), ...idle];
}

function standbyFinding({ name, state, isSynchronous, behindSeconds, behindBytes }: StandbyFacts): Finding {
  const waits = isSynchronous ? 'commits wait for it' : 'commits do not wait for it';
  const todo =
    'Is its machine up, its disk as fast, its network as wide (pg_stat_replication: sent, written, flushed, replayed)? A long query on it holds up its replay. Do not let it take over before it has caught up.';
  if (state !== 'streaming')
    return finding('standbys', 'wrong', `${name} does not follow: it is ${state} (${waits})`, todo);
  const bad = [stateOf(behindSeconds, BEHIND), stateOf(behindBytes, BEHIND_BYTES)];
  const words = `${name} is ${behindSeconds.toFixed(1)} s and ${mib(behindBytes)} behind (${waits})`;
  return finding('standbys', bad.includes('wrong') ? 'wrong' : bad.includes('watch') ? 'watch' : 'ok', words, todo);
}

function replayFinding({ replayedAgo, isReceiving }: ReplicationFacts): Finding {
  const todo =
    'Does it reach its primary (pg_stat_wal_receiver, its log)? The product is to come to the primary: see DATABASE_URL.';
  if (!isReceiving) return finding('standbys', 'wrong', 'this standby hears nothing from its primary', todo);
  if (replayedAgo === null) return finding('standbys', 'watch', 'this standby has replayed nothing yet', todo);
  const words = `this standby has replayed what was committed ${replayedAgo.toFixed(1)} s ago`;
  return finding('standbys', stateOf(replayedAgo, BEHIND), words, todo);
}

const mib = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
