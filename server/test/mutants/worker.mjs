import { join } from 'node:path';
import { SpecLoader } from './spec-loader.mjs';
import { SpecRunner } from './spec-runner.mjs';

/**
 * @typedef {{ specs: string[], instead: { path: string, source: string } | null, template: string | null }} Order specs in
 *   their order, the file that reads otherwise, the template of test databases that has another function
 */

// A child of `trials.mjs`: runs specs against one mutant after the other, each time up to the first failure.
const root = process.argv[2] ?? '';
const loader = new SpecLoader(root);
const runner = new SpecRunner(loader);
/** Not purely of SQL: then every module of the product is loaded afresh, as any may have kept something of the file. */
let wasReplaced = false;

process.on('message', async (/** @type {Order} */ { specs, instead, template }) => {
  loader.replace(instead && { ...instead, path: join(root, instead.path) });
  loader.forget((path) => wasReplaced || instead !== null || /\.spec\.ts$|\/server\/test\//.test(path));
  wasReplaced = instead !== null;
  if (template === null) delete process.env.TEST_TEMPLATE;
  else process.env.TEST_TEMPLATE = template;
  for (const spec of specs) {
    loader.forget((path) => path.endsWith('.spec.ts'));
    const result = await runner.run(join(root, spec));
    process.send?.({ spec, failed: result.failed, seconds: result.seconds });
    if (result.failed !== null) break;
  }
  process.send?.('done');
});
process.on('disconnect', () => process.exit(0));
