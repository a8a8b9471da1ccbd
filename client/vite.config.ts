import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa';
import { precompress } from './precompress';
import { asMarkup, DESK_SHAPE, SHAPED_PATHS, shapeOf } from './ui/page-shapes';

/** The default language's words: nearly every first visit needs them, whatever its page. */
const FIRST_WORDS = /\/client\/languages\/common\/zh\.ts$/;
/** The words for every page, each language a file of its own. */
const WORDS = /\/client\/languages\/common\/[\w-]+\.ts$/;
/** Their names, once they are built. */
let wordFiles: readonly string[] = [];
/** Pages that first visits open, by address, and the calls whose replies they draw. */
const EARLY_PAGES = {
  '/': 'home',
  '/pages/index/index': 'home',
  '/pages/trade/index': 'markets/trade',
  '/pages/option/index': 'trading/option',
  // Too much of its own for every visit to wait for it.
  '/pages/contract/index': null,
};
/** The list of all others. */
const MORE_PAGES = /\/client\/app\/more-routes\.tsx$/;
const EARLY_CALLS = ['/api/currency/quotation_new'];

/**
 * Names in the page itself what it needs next, so that it comes along with the entry instead of after it: the words
 * for every page, and for each of the pages above its own files and calls, between which the server chooses.
 */
function preloadFirstPage(): Plugin {
  return {
    name: 'preload-first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((chunk) => chunk.type === 'chunk');
        const module = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;
        const named = [...html.matchAll(/href="\/([^"]+\.js)"|src="\/([^"]+\.js)"/g)].map(
          ([, link, source]) => link ?? source,
        );
        wordFiles = chunks
          .filter(({ facadeModuleId }) => WORDS.test(facadeModuleId ?? ''))
          .map(({ fileName }) => fileName);
        const words = chunks.filter(({ facadeModuleId }) => FIRST_WORDS.test(facadeModuleId ?? ''));
        const early = Object.entries(EARLY_PAGES).map(([path, page]) => {
          if (page === null) return [path, ''];
          const own = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/client/pages/${page}.tsx`));
          const files = own ? [own.fileName, ...own.imports].filter((file) => !named.includes(file)) : [];
          const calls = EARLY_CALLS.map((call) => `<link rel="preload" as="fetch" crossorigin href="${call}">`);
          return [path, [...calls, ...files.map(module)].join('')];
        });
        // Every other page is known by one file, by which it is found.
        const more = chunks.find(({ facadeModuleId }) => MORE_PAGES.test(facadeModuleId ?? ''));
        if (more) early.push(['*', module(more.fileName)]);
        const links = words.map(({ fileName }) => module(fileName)).join('');
        return html.replace('</head>', `${links}<!-- early ${JSON.stringify(Object.fromEntries(early))} --></head>`);
      },
    },
  };
}

/** Writes into the page in which shape it begins, for each address: the server takes the one that is asked for. */
function shapeFirstPage(): Plugin {
  const place = '<!-- shape of the page -->';
  return {
    name: 'shape-first-page',
    transformIndexHtml(html, { server }) {
      const own = Object.fromEntries(['*', ...SHAPED_PATHS].map((path) => [path, asMarkup(shapeOf(path))]));
      const shapes = { ...own, ops: asMarkup(DESK_SHAPE) };
      return html.replace(place, server ? asMarkup(shapeOf('/')) : `<!-- shapes ${JSON.stringify(shapes)} -->`);
    },
  };
}

const APP: Partial<ManifestOptions> = {
  id: '/',
  name: 'Markets',
  short_name: 'Markets',
  description: 'Live prices, charts and order books of crypto, stocks and commodities.',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#0b0f14',
  theme_color: '#0b0f14',
  categories: ['finance'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
};

/**
 * The app's worker and what says that the pages are an app. The worker keeps the document, what that names as needed first and the words
 * for every page in each language, and no other file: 'shell.js' says how.
 */
function installable() {
  const document = () => readFileSync(resolve(import.meta.dirname, '../dist/client/index.html'), 'utf8');
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'worker',
    filename: 'worker.js',
    injectRegister: false,
    manifest: APP,
    integration: {
      configureCustomSWViteBuild: (config) => {
        config.logLevel = 'warn';
      },
    },
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: ['assets/*.{js,css}', 'favicon.svg'],
      // Named after their content.
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [
        (files) => {
          const page = document();
          // Whatever language is spoken: after an update nothing else is kept yet, and without a network it would be the default one.
          const shell = files.filter(({ url }) => page.includes(`/${url}`) || wordFiles.includes(url));
          const revision = createHash('sha256').update(page).digest('hex').slice(0, 16);
          return { manifest: [...shell, { url: '/?shell', revision, size: page.length }] };
        },
      ],
    },
  });
}

const SHARED =
  /rolldown_dynamic_import_helper|client\/(ui\/(?!chart|qr)|platform\/(?!channel|back-off|log-out|token-digest)|languages\/index|features\/markets\/market-list\/)|@mantine|@tabler|@tanstack|i18next/;
const FORMS =
  /@mantine\/form|client\/features\/account\/profile\/(?!totp)|client\/platform\/(use-submission|idempotency)|client\/ui\/([a-z-]*(field|picker|input)|form|consent-box|stepper|confirm-sheet|details-list|side-drawer|copy-[a-z]+|typed-amount|digits|text-skeleton)\.tsx?/;

const SHEET =
  /client\/ui\/sheet-drawer|@mantine\/core\/esm\/components\/(Drawer|ModalBase|ScrollArea|Overlay|FocusTrap|CloseButton)\/|react-remove-scroll/;

/**
 * A class by its name and its file, whose hash is short: each name stands in the sheet and in the first load, where
 * Vite's own, with the hash of the contents and the line, weigh half a KiB more.
 */
function scopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file);
  return `_${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`;
}

const DESK = /\/client\/ops\//;

/** Where a first visit begins: the entry, and the pages that most of them open. */
const FIRST = ['main', 'pages/home', 'pages/markets/trade', 'pages/trading/option', 'ui/chart'].map((name) =>
  join(import.meta.dirname, `${name}.tsx`),
);

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null;
}

/**
 * An entrance that imports all that stands behind it, a package's or a feature's front door: what a module really takes
 * is told by the names in its import.
 */
const PACKAGE_ENTRANCE =
  /\/node_modules\/(@mantine\/core|@mantine\/hooks|@tabler\/icons-react|@tanstack\/query-core|@tanstack\/react-query)\/(?:esm\/index|dist\/esm\/tabler-icons-react|build\/modern\/index)\.m?js$/;
const FRONT_DOOR = /\/client\/features\/.*\/index\.ts$/;
const NAMES = /(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;

let neededFirst: Set<string> | null = null;
const filesBehind = new Map<string, Map<string, string>>();

/** Whether one of the pages that first visits open cannot be drawn without the module. */
function isNeededFirst(id: string, graph: ModuleGraph): boolean {
  neededFirst ??= withImports(FIRST, graph);
  return neededFirst.has(id);
}

function withImports(ids: readonly string[], graph: ModuleGraph): Set<string> {
  const found = new Set(ids);
  // A set is walked in the order of its growth, so what is added on the way is come to.
  for (const id of found) for (const imported of importsOf(id, graph)) found.add(imported);
  return found;
}

function importsOf(id: string, graph: ModuleGraph): string[] {
  const { importedIds = [], code = null } = graph.getModuleInfo(id) ?? {};
  return importedIds.flatMap((imported) =>
    PACKAGE_ENTRANCE.test(imported) || FRONT_DOOR.test(imported)
      ? partsTaken({ id, code: code ?? '' }, imported, graph)
      : [imported],
  );
}

/** The files behind the names that a module takes from the entrance. */
function partsTaken(module: { id: string; code: string }, entrance: string, graph: ModuleGraph): string[] {
  const behind = graph.getModuleInfo(entrance);
  const files = filesBehind.get(entrance) ?? new Map<string, string>();
  if (!filesBehind.has(entrance)) {
    filesBehind.set(entrance, files);
    for (const { own, shown, from } of namesIn(behind?.code ?? '')) {
      const path = join(dirname(entrance), from);
      const file = behind?.importedIds.find((id) => id.replace(/\.tsx?$/, '') === path) ?? path;
      for (const name of [own, shown]) if (!files.has(name)) files.set(name, file);
    }
  }
  const [, ofPackage] = PACKAGE_ENTRANCE.exec(entrance) ?? [];
  const isEntrance = (from: string) =>
    ofPackage ? from === ofPackage : join(dirname(module.id), from) === dirname(entrance);
  return namesIn(module.code)
    .filter(({ from }) => isEntrance(from))
    .flatMap(({ own }) => files.get(own) ?? []);
}

/** `import { Box as Frame } from './box.mjs'` is the name `Box` from that file, shown as `Frame`. */
function namesIn(code: string): { own: string; shown: string; from: string }[] {
  return [...code.matchAll(NAMES)].flatMap(([, names = '', from = '']) =>
    names.split(',').map((name) => {
      const [own = '', , shown = own] = name.trim().split(/\s+/);
      return { own, shown, from };
    }),
  );
}

/** The server that `vite dev` and `vite preview` pass the calls on to. */
const SERVER = process.env.SERVER_URL ?? 'http://127.0.0.1:3000';
// The page's own address stays in the call: by it a login knows that it comes from our own pages.
const passedOn = { target: SERVER, changeOrigin: false };
const proxy = { '/api': passedOn, '/ops/api': passedOn, '/socket.io': { ...passedOn, ws: true } };

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), shapeFirstPage(), preloadFirstPage(), installable(), precompress()],
  server: { proxy },
  preview: { proxy },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // One small sheet for everything: a sheet for each page would be one more round trip before it is drawn.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      // A front door only names what stands behind it: who takes one name does not load the others.
      treeshake: { moduleSideEffects: [{ test: FRONT_DOOR, sideEffects: false }] },
      output: {
        // What only the desk needs lies below the desk's address, and is served where the desk is.
        chunkFileNames: ({ moduleIds }) =>
          `${moduleIds.length > 0 && moduleIds.every((id) => DESK.test(id)) ? 'ops/assets' : 'assets'}/[name]-[hash].js`,
        codeSplitting: {
          groups: [
            // What the pages share, in one file; a file for each part would be a queue of small ones. A second has
            // what no first visit needs.
            {
              name: (id, graph) => (isNeededFirst(id, graph) ? 'shared' : null),
              debugName: 'shared',
              test: (id) => SHARED.test(id) || FORMS.test(id),
              priority: 10,
            },
            // What sheets are drawn with comes with the first press.
            {
              name: (id, graph) => (isNeededFirst(id, graph) ? null : 'sheet'),
              debugName: 'sheet',
              test: SHEET,
              priority: 8,
            },
            { name: 'later', test: (id) => SHARED.test(id) && !FORMS.test(id), priority: 4 },
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
