import { fileURLToPath } from 'node:url';
import { command } from './failure.mjs';
import { install } from './install.mjs';
import { onInterrupt } from './processes.mjs';

// `npm run check`: everything about the code that a machine can say without running it.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const TYPESCRIPT = 'node_modules/typescript7/bin/tsc';

/** The longest first, so that they share the time best. */
const CHECKS = /** @type {[name: string, parameters: string[]][]} */ ([
  ['dependency rules', ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', 'server', 'client']],
  ['lint', ['node_modules/oxlint/bin/oxlint', '--type-aware', '-c', '.oxlintrc.json', 'server', 'client']],
  ['types of server', [TYPESCRIPT, '-p', 'server/test/tsconfig.json']],
  ['types of client', [TYPESCRIPT, '-p', 'client/tsconfig.json', '--noEmit']],
  ['stored functions', ['server/platform/embedded/check-sql.mjs']],
  ['rules and front doors', ['server/platform/embedded/check-exports.mjs']],
  ['packages', ['server/platform/embedded/check-packages.mjs']],
  ['secrets', ['server/platform/embedded/check-secrets.mjs']],
  ['supply chain', ['server/platform/embedded/check-supply-chain.mjs']],
  ['format', ['node_modules/@biomejs/biome/bin/biome', 'format', '.']],
]);

await command(async () => {
  await install(root);
  const { interruptCommands, run } = await import('./commands.mjs');
  onInterrupt(interruptCommands);
  const results = await Promise.all(CHECKS.map(([name, parameters]) => check(run, name, parameters)));
  for (const { name, output } of results.filter((result) => !result.passed))
    console.log(`\n--- ${name} ---\n${output}`);
  console.log('');
  for (const { name, passed, seconds } of results)
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  return results.every((result) => result.passed) ? 0 : 1;
});

/**
 * @param {typeof import('./commands.mjs').run} run
 * @param {string} name
 * @param {string[]} parameters
 */
async function check(run, name, parameters) {
  const start = performance.now();
  const { code, output } = await run(process.execPath, parameters, { cwd: root });
  return { name, passed: code === 0, output, seconds: ((performance.now() - start) / 1000).toFixed(1) };
}
