import { inspect } from 'node:util';
import { ConfigError } from '../declaration/setting';

/**
 * Imported before all else by a program: what is wrong with a setting that modules read while they are loaded is thrown where nobody can
 * catch it, and is one sentence all the same.
 */
function tell(error: unknown): void {
  process.stderr.write(`${error instanceof ConfigError ? error.message : inspect(error)}\n`);
  process.exit(1);
}

process.on('uncaughtException', tell);
// Modules are loaded in one go; what comes behind that is told by the program itself.
setImmediate(() => process.off('uncaughtException', tell));
