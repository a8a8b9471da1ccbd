import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder } from './fingerprint.mjs';
import { isTest } from './source-exports.mjs';

/** `class EndSessions … execute(` up to the next class of the file. */
const CLASS = /^export (?:abstract )?class (\w+)[\s\S]*?(?=^export (?:abstract )?class |$(?![\s\S]))/gm;
const EXECUTES = /^ {2}(?:abstract |async )?execute\(/m;
const INJECTED = /private readonly (\w+): (\w+)/g;

/** With what the names of use cases begin; a new verb is added here. `this.marginFigures.execute(…)` would say none. */
const VERBS = new Set(
  `Act Activate Add Amend Anchor Announce Answer Appeal Apply Approve Ask Backfill Begin Book Buy Cancel Carry Catch Change Charge Check
    Choose Claim Count Create Credit Decide Deliver Disconnect Draft End Enrol Ensure Enter Erase Examine Expire Export Fill Find Fold Forget
    Freeze Get Grant Halt Has Hold Import Inspect Is Judge Lapse Launch Leave List Log Mail Maintain Mark Match Merge Move Note Notify Offer
    Open Pass Pay Place Plan Poll Post Postpone Prefer Preview Price Propose Prove Prune Publish Put Quarantine Quote Rank Reach Read
    Receive Reckon Record Redeem Reduce Refresh Register Reject Release Remove Reopen Replace Request Require Reset Retain Retry Reverse Revoke
    Run Sample Save Say Seal Send Set Settle Step Stop Submit Sweep Take Top Transfer Trigger Use Verify Weigh Write`.split(
    /\s+/,
  ),
);

/**
 * Fields into which a use case is injected under another name than its own: a call must say the verb,
 * `this.endSessions.execute(…)`. A store that has such a method is a store all the same.
 * @param {string} root
 * @returns {string[]} one line a fault
 */
export function misnamedUseCases(root) {
  const texts = filesUnder(root, 'server')
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !isTest(path))
    .map((path) => /** @type {const} */ ([path, readFileSync(join(root, path), 'utf8')]));
  const useCases = new Set(
    texts.flatMap(([, text]) =>
      [...text.matchAll(CLASS)].filter(([body]) => EXECUTES.test(body)).map(([, name]) => name),
    ),
  );
  return texts.flatMap(([path, text]) =>
    [...text.matchAll(INJECTED)].flatMap(([, field = '', type = '']) =>
      useCases.has(type) && !type.endsWith('Store') ? faultsOf(path, field, type) : [],
    ),
  );
}

/**
 * @param {string} path
 * @param {string} field
 * @param {string} type
 */
function faultsOf(path, field, type) {
  const [first = ''] = /^[A-Z][a-z]*/.exec(type) ?? [];
  if (!VERBS.has(first)) return [`${path}: ${type} begins with no verb, so a call of its execute says none`];
  return field === fieldOf(type) ? [] : [`${path}: ${type} is injected as ${field}, not as ${fieldOf(type)}`];
}

/** @param {string} name */
function fieldOf(name) {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
