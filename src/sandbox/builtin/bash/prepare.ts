import { prepare } from './interpreter';

/** A step of the build, in a process of its own: it compiles the interpreter, of which each command is a process. */
prepare().catch((error: Error) => {
  process.stderr.write(`The interpreter of sandboxes could not be prepared: ${error.message}\n`);
  process.exitCode = 1;
});
