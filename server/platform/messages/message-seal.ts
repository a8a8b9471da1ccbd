import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Config } from '../config/config.js';
import { deriveKey, KeyRing } from '../keys/key-ring.js';
import { type Message, laneOf } from './messages.js';

const content = z.object({ to: z.string(), subject: z.string(), text: z.string(), code: z.string().nullable() });

/** Seals what a message says and to whom, for a table is read by more people than a message: it may hold a code. */
@Injectable()
export class MessageSeal {
  private readonly keys: KeyRing;

  constructor({ values }: Config) {
    this.keys = new KeyRing(values, deriveKey('messages', 'sealing'));
  }

  seal(message: Message): Buffer {
    const { to, subject, text, code } = message;
    return this.keys.seal(
      Buffer.from(JSON.stringify({ to, subject, text, code })),
      contextOf(laneOf(message), message.kind),
    );
  }

  /** @throws Error when it was sealed with none of our keys, or changed. */
  open(sealed: Buffer, { lane, kind }: { lane: string; kind: string }): Message {
    const opened: unknown = JSON.parse(this.keys.open(sealed, contextOf(lane, kind)).toString());
    return { kind, ...content.parse(opened) };
  }
}

/** A row that was given another's content is noticed. */
function contextOf(lane: string, kind: string): string {
  return `message:${lane}:${kind}`;
}
