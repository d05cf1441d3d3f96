import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** The API sends these as they are: to compress them as well as this would take it seconds. */
const compressed: Plugin = {
  name: 'compressed-twins',
  apply: 'build',
  generateBundle: {
    // The last step of Vite writes into the scripts which parts a page has.
    order: 'post',
    async handler(_options, bundle) {
      for (const [fileName, file] of Object.entries(bundle)) {
        if (!/\.(js|css|svg)$/.test(fileName)) continue;
        const text = file.type === 'chunk' ? file.code : file.source;
        const [zipped, smallest] = await Promise.all([
          promisify(gzip)(text, { level: 9 }),
          promisify(brotliCompress)(text),
        ]);
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: zipped });
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: smallest });
      }
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/panel/',
  oxc: { jsx: { runtime: 'automatic' } },
  plugins: [compressed],
  build: {
    outDir: '../../dist/panel',
    emptyOutDir: true,
    target: 'es2022',
    // Browsers that know no `modulepreload` load the parts of a page one after the other, which costs time alone.
    modulePreload: { polyfill: false },
    // An asset inside of the page would need an exception in its Content-Security-Policy.
    assetsInlineLimit: 0,
    // The bytes of a page are held by a test: advice about one file is for nobody who starts the product.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    reportCompressedSize: false,
    rolldownOptions: {
      onLog(level, log, report) {
        // Every file of the component library says "use client", which means nothing here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
  // For work on the panel: `npx vite src/panel` beside a running `npm start`.
  server: { proxy: { '^/(v1|panel/meanings)': { target: 'http://127.0.0.1:4000' } } },
});
