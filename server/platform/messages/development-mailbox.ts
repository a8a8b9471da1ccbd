import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../clock/clock.js';
import { storedJsonText } from '../database/stored-json.js';
import type { MailSender, Message, SmsSender } from './messages.js';

/** One message as the mailbox keeps it. */
export interface MailboxEntry {
  to: string;
  kind: string;
  code: string | null;
  text: string;
  at: string;
}

const mailboxEntry: z.ZodType<MailboxEntry> = z.object({
  to: z.string(),
  kind: z.string(),
  code: z.string().nullable(),
  text: z.string(),
  at: z.string(),
});

const SHOWN_MAX = 200;

/**
 * Keeps every message in a file instead of sending it: one JSON object a line. For machines of developers only; a
 * product that serves real people never has one.
 */
export class DevelopmentMailbox implements MailSender, SmsSender {
  private readonly file: string;

  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
  ) {
    this.file = join(folder, 'mailbox.jsonl');
  }

  async send({ to, kind, code, text }: Message): Promise<void> {
    const entry: MailboxEntry = { to, kind, code, text, at: new Date(this.clock.now()).toISOString() };
    await mkdir(this.folder, { recursive: true });
    await appendFile(this.file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  }

  close(): void {}

  /** The last messages, newest first. */
  async list(): Promise<MailboxEntry[]> {
    const text = await readFile(this.file, 'utf8').catch(() => '');
    const lines = text.split('\n').filter((line) => line !== '');
    return lines
      .slice(-SHOWN_MAX)
      .reverse()
      .map((line) => storedJsonText(mailboxEntry, line, 'mailbox.jsonl'));
  }
}
