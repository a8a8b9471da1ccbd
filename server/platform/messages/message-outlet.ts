import { Injectable } from '@nestjs/common';
import { AfterCommit } from '../database/after-commit.js';
import type { Transaction } from '../database/transaction.js';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { MessageSeal } from './message-seal.js';
import { type Lane, laneOf, type Message } from './messages.js';
import { MessagesStore } from './messages.store.js';

const { codeRetentionMs, retentionMs } = DEPENDENCY_LIMITS.messages;

/**
 * Takes mail and text messages: rows of the transaction that causes them, so that none is lost and none is sent of what did not
 * happen. Workers send them behind the request's back ({@link SendMessages}): nobody waits for a mail server.
 */
@Injectable()
export class MessageOutlet {
  private readonly listeners: ((lane: Lane) => void)[] = [];

  constructor(
    private readonly store: MessagesStore,
    private readonly seal: MessageSeal,
    private readonly commits: AfterCommit,
  ) {}

  /** Writes the message down. @param tx what causes it; without one it is written by itself. */
  async post(message: Message, tx?: Transaction): Promise<void> {
    const lane = laneOf(message);
    // Somebody waits at a form for a code; everything else is news.
    const isUrgent = message.code !== null;
    const usefulMs = isUrgent ? codeRetentionMs : retentionMs;
    await this.store.add({ lane, kind: message.kind, sealed: this.seal.seal(message), isUrgent, usefulMs }, tx);
    const announce = () => {
      for (const listener of this.listeners) listener(lane);
    };
    if (tx) this.commits.run(tx, announce);
    else announce();
  }

  /** The same work for a message that nobody is to get: the time of the reply tells nobody whether one goes out. */
  async postToNobody(message: Message): Promise<void> {
    this.seal.seal(message);
    const { kind } = message;
    await this.store.add({ lane: laneOf(message), kind, sealed: null, isUrgent: true, usefulMs: codeRetentionMs });
  }

  /** Forgets messages that ended before the instant, at most so many; answers how many. */
  forget(before: Date, most: number): Promise<number> {
    return this.store.prune(before, most);
  }

  /** Calls the listener when this process has written a message. @returns what ends that. */
  onPosted(listener: (lane: Lane) => void): () => void {
    this.listeners.push(listener);
    return () => void this.listeners.splice(this.listeners.indexOf(listener), 1);
  }
}
