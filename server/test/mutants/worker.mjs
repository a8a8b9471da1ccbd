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

process.on('message', async (/** @type {Order} */ { specs, instead, template }) => {
  loader.replace(instead && { ...instead, path: join(root, instead.path) });
  if (template === null) delete process.env.TEST_TEMPLATE;
  else process.env.TEST_TEMPLATE = template;
  for (const spec of specs) {
    // What one file of tests registers must not stand for the next one, as in Jest.
    loader.forget();
    const result = await runner.run(join(root, spec));
    process.send?.({ spec, failed: result.failed, seconds: result.seconds });
    if (result.failed !== null) break;
  }
  process.send?.('done');
});
process.on('disconnect', () => process.exit(0));
