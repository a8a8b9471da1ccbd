import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Config } from '../platform/config/config.js';
import type { MailboxEntry } from '../platform/messages/development-mailbox.js';
import { SendMessages } from '../platform/messages/send-messages.js';
import type { TestApp } from './app.js';

const PATIENCE_MS = 5000;

/** Everything that the product has "sent", oldest first. What waits is sent now: a gateway alone leaves that to workers. */
export async function mailbox({ application }: TestApp): Promise<MailboxEntry[]> {
  await application.get(SendMessages).execute();
  const file = join(application.get(Config).values.DATA_FOLDER, 'mailbox.jsonl');
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as MailboxEntry);
}

/** Waits for the message that is the `count`th one to this recipient; sending happens behind the reply. */
export async function messageTo(app: TestApp, to: string, count = 1): Promise<MailboxEntry> {
  return eventually(app, to, `No message number ${count} came to ${to}`, (sent) => sent[count - 1]);
}

/**
 * The code in that message, or in the first after it that has one: what is told of an act is sent behind its reply too, and may
 * come between.
 */
export async function codeTo(app: TestApp, to: string, count = 1): Promise<string> {
  const withCode = (sent: MailboxEntry[]) => sent.slice(count - 1).find(({ code }) => code !== null);
  const { code } = await eventually(app, to, `No code came to ${to} from message ${count} on`, withCode);
  return code ?? '';
}

async function eventually(
  app: TestApp,
  to: string,
  missing: string,
  find: (sent: MailboxEntry[]) => MailboxEntry | undefined,
): Promise<MailboxEntry> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = find((await mailbox(app)).filter((entry) => entry.to === to));
    if (found) return found;
    if (performance.now() > until) throw new Error(missing);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
