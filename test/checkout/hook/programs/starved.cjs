// A thread of hooks that is given no time after a hook has begun: it sleeps for so long as the code of the hook says.
const path = require('node:path');
const { parentPort, threadId } = require('node:worker_threads');

const dist = path.resolve(__dirname, '../../../../dist/src');
const { OwnTime, ownThread } = require(path.join(dist, 'kernel/process/own-time.js'));
const { Progress } = require(path.join(dist, 'checkout/hook/progress.js'));

const self = ownThread();
const time = new OwnTime(self);
const progress = new Progress();
parentPort.on('message', ({ calls: [{ code }] }) => {
  progress.begin(time.ranMs(), time);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(code));
  parentPort.postMessage({
    kind: 'back',
    outcomes: [{ kind: 'answered', operations: JSON.stringify([threadId]) }],
    spent: false,
  });
});
parentPort.postMessage({ kind: 'ready', thread: self, progress: progress.memory });
