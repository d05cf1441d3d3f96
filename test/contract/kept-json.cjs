const { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

const AGAIN_MS = 5;

/**
 * Changes a file of text, one process at a time: workers of jest that change it side by side lose nothing of one another. The lock lies
 * in the folder for temporary files, which all workers of a run share and which goes with it, so that no killed run leaves it behind.
 * @param {string} file readers see it as it was or as it is, never half of it
 * @param {(text: string) => string} change
 */
function changeAlone(file, change) {
  const lock = path.join(tmpdir(), `${path.basename(file)}.lock`);
  while (!isMade(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_MS);
  try {
    const next = `${file}.${process.pid}`;
    writeFileSync(next, change(readFileSync(file, 'utf8')));
    renameSync(next, file);
  } finally {
    rmdirSync(lock);
  }
}

/** Of all who make a folder at once, one succeeds. */
function isMade(folder) {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

module.exports = { changeAlone };
