import { Injectable } from '@nestjs/common';
import { Loops } from '../../../platform/loop/loops.js';
import { SessionsStore } from './sessions.store.js';

const EVERY_MS = 5000;

/**
 * Writes when sessions were last used, those of some seconds together: with a write in each call, a gateway would commit
 * once a minute for every user who is there, and the call would wait for the disk. What a process that is killed had not
 * written is noted by the session's next call.
 */
@Injectable()
export class NoteSessionUses {
  private readonly loop;
  /** The instant of the latest use, by session. */
  private uses = new Map<string, number>();

  constructor(
    loops: Loops,
    private readonly store: SessionsStore,
  ) {
    this.loop = loops.add({ name: 'session-uses', everyMs: EVERY_MS, round: () => this.write() });
  }

  note(sessionId: string, at: number): void {
    this.uses.set(sessionId, at);
  }

  /** Writes what was noted so far; a failure leaves it noted. */
  execute(): Promise<void> {
    return this.loop.run();
  }

  private async write(): Promise<void> {
    const uses = this.uses;
    if (uses.size === 0) return;
    this.uses = new Map();
    try {
      await this.store.noteUses([...uses]);
    } catch (error) {
      this.uses = new Map([...uses, ...this.uses]);
      throw error;
    }
  }
}
