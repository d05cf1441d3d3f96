/** The clock of the machine, in ms, which no test moves. */
export const trueTime = (): number => Math.floor(performance.timeOrigin + performance.now());

/** Lets the clock of this process differ from that of Postgres by so many ms, until `jest.useRealTimers()`; everything but the date goes on as it is. */
export const differBy = (ms: number): void => {
  jest.useFakeTimers({
    now: trueTime() + ms,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
};
