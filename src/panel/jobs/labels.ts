import type { Job } from '../api/types';
import { useWord } from '../parts/meaning';

export const jobColors: Readonly<Record<Job['state'], string>> = {
  queued: 'gray',
  running: 'cyan',
  cancelling: 'orange',
  succeeded: 'teal',
  failed: 'red',
  cancelled: 'gray',
};

/** An import is called by its manner, since it is known what is imported; a brand that is created by its name. */
export function useJobName({ kind, mode, brand }: Job): string {
  const kindWord = useWord('channel job', 'kind');
  const modeWord = useWord('channel job', 'mode');
  if (mode) return modeWord(mode);
  return brand === undefined ? kindWord(kind) : `${kindWord(kind)}: ${brand}`;
}
