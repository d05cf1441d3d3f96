import { useEffect, useRef } from 'react';
import { useJob, type useJobs } from '../api/queries';
import type { Job } from '../api/types';

/** Goes to the job that the address names, `/jobs#<id>`. @returns it, asked for by itself when it is on none of the first pages */
export function useLinkedJob(channel: string, pages: ReturnType<typeof useJobs>['data']): Job | undefined {
  const id = location.hash.slice(1);
  const isListed = pages?.pages.some(({ items }) => items.some((job) => job.id === id)) ?? false;
  const { data } = useJob(channel, id, id !== '' && pages !== undefined && !isListed);
  const isShown = isListed || data !== undefined;
  const gone = useRef('');
  useEffect(() => {
    const place = isShown && gone.current !== id ? document.getElementById(id) : null;
    if (!place) return;
    gone.current = id;
    place.scrollIntoView({ block: 'start' });
    place.focus({ preventScroll: true });
  });
  return isListed ? undefined : data;
}
