const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Milliseconds of each file in the last run that kept them, by its path below `test`. */
const DURATIONS = require('../durations.json');
const TESTS = path.resolve(__dirname, '..');

/** A file that no run has timed yet may take long: it begins before most. */
const UNKNOWN_MS = 20_000;

const durationOf = (file) => DURATIONS[path.relative(TESTS, file).split(path.sep).join('/')] ?? UNKNOWN_MS;

/** Begins with the longest file, so that no worker is left alone with it at the end. */
module.exports = class extends Sequencer {
  sort(tests) {
    return [...tests].sort((one, other) => durationOf(other.path) - durationOf(one.path));
  }
};
