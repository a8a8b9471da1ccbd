import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JOB_NAMES, JOBS } from './jobs.js';

/** The rules of front doors see that a handler is used; whether its job is ever put into a queue they do not see. */

/** The product's sources; tests put jobs into queues that nobody else does. */
function sources(folder: string): string[] {
  return readdirSync(join(__dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts') && !path.endsWith('.d.ts'))
    .map((path) => readFileSync(join(__dirname, folder, path), 'utf8'));
}

/** The jobs that some source puts into a queue by name. */
function added(names: readonly string[], texts: readonly string[]): string[] {
  return names.filter((name) => texts.some((text) => new RegExp(`\\.add\\(\\s*'${name}'`).test(text)));
}

const texts = ['features', 'platform'].flatMap(sources);

it('every job has a schedule, or somebody in the product puts it into its queue', () => {
  const asked = added(JOB_NAMES, texts);
  expect(JOB_NAMES.filter((name) => !JOBS[name].schedule && !asked.includes(name))).toEqual([]);
});

it('a job that nobody puts into its queue is found, whatever else bears its name', () => {
  const names = ['a.scheduled', 'b.added', 'c.handled'];
  expect(added(names, [`queues.add(\n  'b.added', {})`, `@Handles('c.handled')`, `// jobs.add(c.handled)`])).toEqual([
    'b.added',
  ]);
});
