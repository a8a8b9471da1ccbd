import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt)$/;
const SMALLEST_WORTH_COMPRESSING = 600;

/** Writes a .br and a .gz beside every text file of the build, so that the server never compresses a static file. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle: {
      // After the app's worker, which is written when all files are.
      sequential: true,
      order: 'post',
      handler() {
        const root = resolve(import.meta.dirname, folder);
        for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
          const path = join(root, name);
          if (!COMPRESSIBLE.test(name) || statSync(path).size < SMALLEST_WORTH_COMPRESSING) continue;
          const bytes = readFileSync(path);
          writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
          writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        }
      },
    },
  };
}
