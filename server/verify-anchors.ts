import 'reflect-metadata';
import { readAnchorSettings } from './platform/config/config.js';
import { chooseAnchors } from './platform/storage/choose-anchors.js';
import { tryAnchors } from './platform/storage/try-anchors.js';

const DAY_MS = 86_400_000;

/**
 * `npm run verify-anchors`: tries the place where the audit log's heads are kept, as the settings name it, on an anchor of
 * no meaning, and ends with exit code 1 where it is not what it has to be. A bucket is tried by its own credentials: what
 * they can do to an anchor, whoever has stolen them can.
 */
async function main(): Promise<void> {
  const settings = readAnchorSettings(process.env);
  const now = Date.now();
  const anchors = await chooseAnchors(settings, { databaseUrl: null, now: () => now });
  // A store keeps seconds.
  const trials = await tryAnchors(anchors, now + settings.AUDIT_ANCHORS_KEEP_DAYS * DAY_MS - 1000);
  const place = settings.AUDIT_ANCHORS === 's3' ? `The bucket ${settings.AUDIT_ANCHORS_BUCKET}` : 'The data folder';
  for (const { says, holds } of trials) process.stdout.write(`${holds ? 'ok    ' : 'BROKEN'} ${place} ${says}.\n`);
  if (trials.some(({ holds }) => !holds)) process.exitCode = 1;
}

main().catch((error: unknown) => {
  const { message, $metadata } = error as { message?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  process.stderr.write(
    `${status === undefined ? '' : `BROKEN The store answered ${status}: `}${message ?? String(error)}\n`,
  );
  process.exitCode = 1;
});
