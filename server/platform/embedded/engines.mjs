import { fileURLToPath } from 'node:url';
import { installBeside } from './begin.mjs';
import { command, Failure } from './failure.mjs';

// `npm run engines`: the journeys that matter most and every page, in Firefox and in WebKitGTK.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
await command(async () => {
  await installBeside(root);
  const { provideEngines } = await import('./services/engines.mjs');
  const engines = await provideEngines(process.env);
  if (!engines)
    throw new Failure(
      'Firefox, WebKitWebDriver with MiniBrowser, and Xvfb are needed: install firefox-esr, webkit2gtk-driver and xvfb.',
    );
  const { runTests } = await import('./run-tests.mjs');
  const parameters = ['--selectProjects', 'engines', ...process.argv.slice(2)];
  return runTests({ root, parameters, environment: { ...process.env, ...engines } });
});
