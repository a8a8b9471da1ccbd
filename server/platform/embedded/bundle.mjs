import { writeFileSync } from 'node:fs';
import { relative, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { builtFrom } from './built-from.mjs';

/** Programs that are started often: by `npm start`, for every process of a deployment, after every fault. */
const PROGRAMS = [
  'begin-anchors',
  'doctor',
  'main',
  'migrate',
  'replay-rebates',
  'verify-allotment',
  'verify-anchors',
  'verify-archive',
  'verify-audit',
  'verify-books',
];
/**
 * What stays a package of its own: native parts that find themselves by their folder (`sharp`, `argon2`, `msgpackr`),
 * what starts threads or reads pages from its folder (`pino`, `bull-board`, the AWS client, which few load), and `pg`,
 * whose CommonJS and ES module halves must stay one.
 */
const APART = /^(sharp|msgpackr|pino|thread-stream|pg|pg-[\w-]+|@node-rs\/.+|@aws-sdk\/.+|@bull-board\/.+)(\/|$)/;
/** Packages that our packages know how to use, and that the product does not have. */
const ABSENT =
  /^(@nestjs\/(microservices|platform-express)|@valkey\/valkey-glide|pg-native|bufferutil|utf-8-validate)(\/|$)/;

/**
 * Puts each program with its packages into few files, `dist/programs/`: a program that Node loads from 2,400 files
 * takes twice the time to start.
 * @param {string} root
 */
export async function bundle(root) {
  const compiled = join(root, 'dist/server');
  const folder = join(root, 'dist/programs');
  const input = Object.fromEntries(PROGRAMS.map((name) => [name, join(compiled, `${name}.js`)]));
  const bundled = await rolldown({
    input,
    platform: 'node',
    treeshake: false,
    external: (id) => APART.test(id) || ABSENT.test(id),
    plugins: [ownPlaces(compiled, folder)],
    onLog: (level, log) => {
      // A package that is missing would be missed only when it is used; packages' other sins are theirs.
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    },
  });
  await bundled.write({ dir: folder, format: 'esm', keepNames: true, strictExecutionOrder: true, cleanDir: true });
  writeFileSync(join(folder, 'built.json'), JSON.stringify(builtFrom(root, process.env)));
}

/**
 * Lets each of our modules find its neighbours (files of SQL) where the compiler put them.
 * @param {string} compiled
 * @param {string} folder
 * @returns {import('rolldown').Plugin}
 */
function ownPlaces(compiled, folder) {
  return {
    name: 'own-places',
    transform(code, id) {
      if (!id.startsWith(compiled) || !code.includes('import.meta.url')) return null;
      const place = JSON.stringify(relative(folder, id));
      return code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
    },
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await bundle(fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, ''));
