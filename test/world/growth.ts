/** Work that grows as its input does is done 8 times for 8 times as much, and work that grows with its square 64 times. */
const TIMES = 8;
const RUNS = 3;

/** The least time of several that this process has worked: other processes take none of it. */
function leastMicroseconds(work: () => void): number {
  const times = Array.from({ length: RUNS }, () => {
    const begun = process.cpuUsage();
    work();
    return process.cpuUsage(begun).user;
  });
  return Math.min(...times);
}

/**
 * Says how much more work a larger input makes, as a share of the growth of the input: about 1 where the work is linear, about 8 where it
 * is quadratic.
 * @param size of the smaller input @param repeats so often that the smaller one takes a millisecond or more
 */
export function growthOf(size: number, repeats: number, work: (size: number) => () => void): number {
  const measured = (each: number): number => {
    const once = work(each);
    return leastMicroseconds(() => {
      for (let nth = 0; nth < repeats; nth += 1) once();
    });
  };
  measured(size);
  return measured(size * TIMES) / Math.max(1_000, measured(size)) / TIMES;
}

/** A bound between linear and quadratic work. */
export const LINEAR_GROWTH_MAX = 3;
