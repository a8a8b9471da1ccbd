import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Config } from '../platform/config/config.js';
import type { MailboxEntry } from '../platform/messages/development-mailbox.js';
import type { TestApp } from './app.js';

const PATIENCE_MS = 5000;

/** Everything that the product has "sent", oldest first. */
export async function mailbox({ application }: TestApp): Promise<MailboxEntry[]> {
  const file = join(application.get(Config).values.DATA_FOLDER, 'mailbox.jsonl');
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as MailboxEntry);
}

/** Waits for the message that is the `count`th one to this recipient; sending happens behind the reply. */
export async function messageTo(app: TestApp, to: string, count = 1): Promise<MailboxEntry> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = (await mailbox(app)).filter((entry) => entry.to === to)[count - 1];
    if (found) return found;
    if (performance.now() > until) throw new Error(`No message number ${count} came to ${to}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The code in that message. */
export async function codeTo(app: TestApp, to: string, count = 1): Promise<string> {
  const { code } = await messageTo(app, to, count);
  if (code === null) throw new Error(`The message to ${to} carries no code`);
  return code;
}
