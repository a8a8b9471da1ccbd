import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { formerTexts } from './git-files.mjs';

const RULES = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };
const PICTURES = /\.(png|webp|heic|jpe?g|woff2?|ico)$/;

/**
 * Keys, tokens and passwords that stand in files, one line each; what was found is not repeated.
 * @param {string} root
 * @param {string[]} paths relative to the root
 */
export async function secretsIn(root, paths) {
  const faults = [];
  for (const path of paths.filter((one) => !PICTURES.test(one)))
    faults.push(...(await secretsOf({ root, path, content: readFileSync(join(root, path), 'utf8') })));
  return faults;
}

/**
 * The same of every text that a file ever had: what was committed once can be read by whoever has the repository.
 * @param {string} root
 */
export async function secretsInHistory(root) {
  const faults = [];
  for (const { path, blob, content } of formerTexts(root, (one) => !PICTURES.test(one))) {
    const found = await secretsOf({ root, path, content });
    faults.push(...found.map((fault) => `${fault}, in the history as ${blob}`));
  }
  return faults;
}

/** @param {{ root: string, path: string, content: string }} file */
async function secretsOf({ root, path, content }) {
  const { messages } = await lintSource({
    source: { filePath: join(root, path), content, ext: extname(path), contentType: 'text' },
    options: { config: RULES },
  });
  return messages.map(
    ({ loc, messageId, ruleId }) =>
      `${path}:${loc.start.line} holds a secret (${ruleId.split('/').at(-1)}, ${messageId})`,
  );
}
