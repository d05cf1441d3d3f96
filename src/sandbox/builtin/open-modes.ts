import { promises } from 'node:fs';

/**
 * Lets an open file take another mode. Node's permissions refuse that from 20.20 on, also of a file that may be written, and the
 * interpreter copies by it. The mode is set by the path, which those permissions judge.
 */
export function allowModesOfOpenFiles(): void {
  const { open } = promises;
  promises.open = async (path, ...more) => {
    const handle = await open(path, ...more);
    handle.chmod = (mode) => promises.chmod(path, mode);
    return handle;
  };
}
