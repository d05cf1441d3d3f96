import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** The API reads files and compresses nothing: a phone should not fetch half a megabyte of text for that. */
const compressed: Plugin = {
  name: 'compressed-twins',
  apply: 'build',
  async generateBundle(_options, bundle) {
    for (const [fileName, file] of Object.entries(bundle)) {
      if (!/\.(js|css|svg)$/.test(fileName)) continue;
      const source = await promisify(gzip)(file.type === 'chunk' ? file.code : file.source, { level: 9 });
      this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source });
    }
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
    modulePreload: false,
    // An asset inside of the page would need an exception in its Content-Security-Policy.
    assetsInlineLimit: 0,
    // A panel that is opened once and kept is one file on purpose: advice to split it is for nobody who starts the product.
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
  server: { proxy: { '/v1': { target: 'http://127.0.0.1:4000' } } },
});
