import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt)$/;
const SMALLEST_WORTH_COMPRESSING = 600;

/** Writes a .br and a .gz beside every text file of the build, so that the server never compresses a static file. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      const root = resolve(import.meta.dirname, folder);
      for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
        const path = join(root, name);
        if (!COMPRESSIBLE.test(name) || statSync(path).size < SMALLEST_WORTH_COMPRESSING) continue;
        const bytes = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      }
    },
  };
}

/** What nearly every first visit needs beside the entry: the home page and the default language's words. */
const FIRST_NEEDED = /\/(pages\/home\.tsx|app\/languages\/zh\.ts)$/;

/** Names those files in the page itself, so that they come along with the entry instead of after it. */
function preloadFirstPage(): Plugin {
  return {
    name: 'preload-first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((chunk) => chunk.type === 'chunk');
        const needed = chunks.filter(({ facadeModuleId }) => FIRST_NEEDED.test(facadeModuleId ?? ''));
        return needed.map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head',
        }));
      },
    },
  };
}

const SHARED =
  /client\/(ui\/(?!chart|qr)|platform\/(?!channel|back-off)|features\/markets\/)|@mantine|@tabler|@tanstack|i18next/;
const FORMS =
  /@mantine\/form|client\/features\/account\/(?!totp)|client\/platform\/(use-submission|idempotency)|client\/ui\/([a-z-]*(field|picker|input)|form|consent-box|stepper|confirm-sheet|details-list|side-drawer|copy-[a-z]+|typed-amount|digits|text-skeleton)\.tsx?/;

/** The server that `vite dev` and `vite preview` pass the calls on to. */
const SERVER = process.env.SERVER_URL ?? 'http://127.0.0.1:3000';
const proxy = { '/api': SERVER, '/socket.io': { target: SERVER, ws: true } };

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), preloadFirstPage(), precompress()],
  server: { proxy },
  preview: { proxy },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // One small sheet for everything: a sheet for each page would be one more round trip before it is drawn.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the pages share, in one file; a file for each part would be a queue of small ones.
            {
              name: 'shared',
              test: (id) => SHARED.test(id) && !FORMS.test(id),
              priority: 10,
            },
            // What only forms and the pages of the account need.
            { name: 'forms', test: FORMS, priority: 5 },
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
              priority: 20,
            },
            { name: 'charts', test: /node_modules\/(lightweight-charts|fancy-canvas)\//, priority: 20 },
            {
              name: 'socket',
              test: /node_modules\/(socket\.io|engine\.io)[^/]*\/|node_modules\/@socket\.io\//,
              priority: 20,
            },
          ],
        },
      },
    },
  },
});
