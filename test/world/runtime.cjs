const { createRequire } = require('node:module');
const path = require('node:path');
const { Script } = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');

/**
 * What jest loads a test file with, and two differences: packages are loaded once a worker instead of once a file, and a source that
 * several files load is compiled once. Sources still run anew for each file, so that no file sees what another has left in them.
 */
module.exports = class Runtime extends JestRuntime {
  constructor(...args) {
    super(...args);
    const { executor, _resolution: resolution } = this;
    if (typeof executor?.compile !== 'function' || typeof resolution?.resolveCjs !== 'function')
      throw new Error('jest-runtime has changed: test/world/runtime.cjs no longer fits it');
    const parameters = executor.injectedModuleParameters.join(', ');
    executor.compile = (code, filename) => compiled(code, filename, parameters);
  }

  requireModule(from, moduleName, options, isRequireActual) {
    if (moduleName && !options?.isInternalModule && this.isOfPackage(from, moduleName))
      return createRequire(from)(moduleName);
    return super.requireModule(from, moduleName, options, isRequireActual);
  }

  isOfPackage(from, moduleName) {
    if (moduleName.startsWith('.') || this._resolution.isCoreModule(moduleName)) return false;
    return this._resolution.resolveCjs(from, moduleName).includes(PACKAGES);
  }
};

const PACKAGES = `${path.sep}node_modules${path.sep}`;

/** By file. */
const scripts = new Map();

function compiled(code, filename, parameters) {
  let kept = scripts.get(filename);
  if (kept?.code !== code) {
    const head = `(function (${parameters}) {`;
    const script = new Script(`${head}${code}\n})`, { filename, columnOffset: -head.length });
    kept = { code, script };
    scripts.set(filename, kept);
  }
  return kept.script.runInThisContext();
}
