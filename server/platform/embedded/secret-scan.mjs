import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

const RULES = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };
const PICTURES = /\.(png|webp|heic|jpe?g|woff2?|ico)$/;

/**
 * Keys, tokens and passwords that stand in files, one line each; what was found is not repeated.
 * @param {string} root
 * @param {string[]} paths relative to the root
 */
export async function secretsIn(root, paths) {
  const faults = [];
  for (const path of paths.filter((one) => !PICTURES.test(one))) {
    const content = readFileSync(join(root, path), 'utf8');
    const { messages } = await lintSource({
      source: { filePath: join(root, path), content, ext: extname(path), contentType: 'text' },
      options: { config: RULES },
    });
    for (const { loc, messageId, ruleId } of messages)
      faults.push(`${path}:${loc.start.line} holds a secret (${ruleId.split('/').at(-1)}, ${messageId})`);
  }
  return faults;
}
