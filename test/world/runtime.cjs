const { readFileSync } = require('node:fs');
const { createRequire, isBuiltin } = require('node:module');
const path = require('node:path');
const { Script } = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');

/**
 * What jest loads a test file with, and two differences: packages and the sources of the product are loaded once a worker instead of once
 * a file, as a process of the product loads them once and serves all stores; and what several files of tests load is compiled once. What
 * stands in `test` runs anew for each file, and the product does for one that resets modules or isolates them.
 */
module.exports = class Runtime extends JestRuntime {
  constructor(...args) {
    super(...args);
    const { executor, registries, _resolution: resolution } = this;
    if (
      typeof executor?.compile !== 'function' ||
      typeof executor.transformCache?.transform !== 'function' ||
      typeof registries?.isIsolated !== 'function' ||
      typeof resolution?.resolveCjs !== 'function'
    )
      throw new Error('jest-runtime has changed: test/world/runtime.cjs no longer fits it');
    const parameters = executor.injectedModuleParameters.join(', ');
    executor.compile = (code, filename) => compiled(code, filename, parameters);
    for (const [file, map] of sourceMaps) executor.transformCache.getSourceMaps().set(file, map);
    this.loadsAnew = false;
    current = this;
  }

  requireModule(from, moduleName, options, isRequireActual) {
    if (moduleName && !options?.isInternalModule && !this._resolution.isCoreModule(moduleName)) {
      const file = this._resolution.resolveCjs(from, moduleName);
      if (file.includes(PACKAGES)) return createRequire(from)(moduleName);
      if (isOfProduct(file) && !this.loadsAnew && !this.registries.isIsolated()) return shared(file);
    }
    return super.requireModule(from, moduleName, options, isRequireActual);
  }

  resetModules() {
    this.loadsAnew = true;
    super.resetModules();
  }
};

const PACKAGES = `${path.sep}node_modules${path.sep}`;
const ROOT = path.resolve(__dirname, '../..');
const PRODUCT = ['src', 'activities', 'workflows', 'migrations'].map((folder) => path.join(ROOT, folder) + path.sep);

const isOfProduct = (file) => PRODUCT.some((folder) => file.startsWith(folder));

/** That of the file that runs now: what a source loads late is found by it. */
let current;
/** Of the product, by file. */
const modules = new Map();
const sourceMaps = new Map();

function shared(file) {
  const known = modules.get(file);
  if (known) return known.exports;
  const module = { id: file, filename: file, path: path.dirname(file), exports: {}, children: [], loaded: false };
  modules.set(file, module);
  try {
    load(module);
  } catch (error) {
    modules.delete(file);
    throw error;
  }
  module.loaded = true;
  return module.exports;
}

function load(module) {
  const { filename } = module;
  if (filename.endsWith('.json')) {
    module.exports = JSON.parse(readFileSync(filename, 'utf8'));
    return;
  }
  const { transformCache } = current.executor;
  const run = compiled(transformCache.transform(filename), filename, 'module, exports, require, __dirname, __filename');
  sourceMaps.set(filename, transformCache.getSourceMaps().get(filename));
  const native = createRequire(filename);
  const requireFrom = (name) => (isBuiltin(name) ? native(name) : current.requireModule(filename, name));
  requireFrom.resolve = native.resolve;
  module.require = requireFrom;
  run.call(module.exports, module, module.exports, requireFrom, module.path, filename);
}

/** By file. */
const scripts = new Map();

function compiled(code, filename, parameters) {
  const key = `${filename}\n${parameters}`;
  let kept = scripts.get(key);
  if (kept?.code !== code) {
    const head = `(function (${parameters}) {`;
    const script = new Script(`${head}${code}\n})`, { filename, columnOffset: -head.length });
    kept = { code, script };
    scripts.set(key, kept);
  }
  return kept.script.runInThisContext();
}
